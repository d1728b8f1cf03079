import type { Prepared } from "./prepare.ts";

/** Where the address says which model it is, the body says nothing, or the same. */
export function withModel<Request>(
  prepared: Prepared<Request>,
  model: string | undefined,
): Prepared<Request> {
  return model === undefined ? prepared : { ...prepared, prompt: { ...prepared.prompt, model } };
}

/** Where the address names something that lies with the provider and has words of its own. */
export function withReference<Request>(prepared: Prepared<Request>): Prepared<Request> {
  const { uninspected } = prepared.prompt;
  const others = uninspected.filter(({ kind }) => kind !== "reference");
  const known = uninspected.find(({ kind }) => kind === "reference");
  const { count = 0, mediaTypes = [] } = known ?? {};
  const reference = { kind: "reference", count: count + 1, mediaTypes } as const;
  return { ...prepared, prompt: { ...prepared.prompt, uninspected: [...others, reference] } };
}
