import type { Prepared } from "./prepare.ts";

/** For routes with the model in the URL; the body has none, or the same. */
export function withModel<Request>(
  prepared: Prepared<Request>,
  model: string | undefined,
): Prepared<Request> {
  return model === undefined ? prepared : { ...prepared, prompt: { ...prepared.prompt, model } };
}

/** For routes whose URL refers to something stored at the provider that has texts of its own. */
export function withReference<Request>(prepared: Prepared<Request>): Prepared<Request> {
  const { uninspected } = prepared.prompt;
  const others = uninspected.filter(({ kind }) => kind !== "reference");
  const known = uninspected.find(({ kind }) => kind === "reference");
  const { count = 0, mediaTypes = [] } = known ?? {};
  const reference = { kind: "reference", count: count + 1, mediaTypes } as const;
  return { ...prepared, prompt: { ...prepared.prompt, uninspected: [...others, reference] } };
}
