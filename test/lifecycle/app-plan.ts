import fc from "fast-check";
import type { Lifecycle } from "../../src/index.ts";

/** A model call that the app will make. */
const callPlan = fc.record({
  kind: fc.constantFrom("call", "stream", "fetch"),
  verdict: fc.constantFrom("allow", "allow", "rewrite", "deny", "another id", "no proof"),
  provider: fc.constantFrom("answers", "answers", "fails", "hangs"),
  /** How much of a stream the app reads. */
  reads: fc.constantFrom("nothing", "one chunk", "everything"),
  aborts: fc.boolean(),
});

export const appPlan = fc.record({
  calls: fc.array(callPlan, { minLength: 1, maxLength: 4 }),
  masks: fc.boolean(),
  closes: fc.boolean(),
  records: fc.boolean(),
  /** Which ingest answers are lost, after the service has stored the event. */
  lost: fc.array(fc.boolean(), { maxLength: 4 }),
});

type PlanOf<Kind> = Kind extends fc.Arbitrary<infer Plan> ? Plan : never;
export type AppPlan = PlanOf<typeof appPlan>;
type CallPlan = PlanOf<typeof callPlan>;

/** A model call of the app, and what became of it. */
export class AppCall {
  readonly plan: CallPlan;
  readonly prompt: string;
  readonly failure: Error;
  readonly abort = new AbortController();
  lifecycle: Lifecycle | undefined = undefined;
  /** The text that the guard has approved. */
  approved: string | undefined = undefined;
  /** The texts that the provider was called with. */
  readonly sent: string[] = [];
  end: { readonly text: string } | { readonly error: unknown } | undefined = undefined;

  constructor(plan: CallPlan, number: number) {
    this.plan = plan;
    this.prompt = `prompt ${number} of user${number}@example.com`;
    this.failure = new Error(`the provider's own, about ${this.prompt}`);
  }

  /** The whole answer, as the app would get it without a guard. */
  get answer(): string {
    return `echo ${this.prompt}${this.plan.verdict === "rewrite" ? " (checked)" : ""}`;
  }

  /** The app did nothing that might end it early. */
  get isLeftAlone(): boolean {
    return !this.plan.aborts && this.plan.provider !== "hangs";
  }
}
