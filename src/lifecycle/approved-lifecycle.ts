import type { ObservedCall } from "../observability/observer.ts";
import { sentJson } from "../providers/json/json-text.ts";
import type { Prompt } from "../providers/provider.ts";
import type { Segment } from "../types.ts";
import type { EnclosingLifecycle } from "./context/scope.ts";
import type { Gate } from "./gate.ts";
import type { Approval } from "./guard/approval.ts";

/** An approved lifecycle. Its texts are compared only when a nested interceptor asks. */
export class ApprovedLifecycle implements EnclosingLifecycle {
  readonly gate: object;
  readonly #approval: Approval;
  #references = 0;
  #renderings: (() => readonly string[]) | undefined = undefined;

  constructor(gate: Gate, approval: Approval) {
    this.gate = gate.services;
    this.#approval = approval;
  }

  get clientEventId(): string {
    return this.#approval.record.clientEventId;
  }

  get observed(): ObservedCall {
    return this.#approval.record.observed;
  }

  get lasts(): boolean {
    return !this.#approval.record.ended;
  }

  approves(prompt: Prompt): boolean {
    const { collapsed, texts, record } = this.#approval;
    const approved = new Set(collapsed === undefined ? texts : [collapsed]);
    const isNew = ({ text }: Segment): boolean => !approved.has(text);
    if (prompt.segments.some(isNew)) {
      for (const text of [...approved]) approved.add(sentJson(text) ?? text);
      for (const text of this.#renderings?.() ?? []) approved.add(text);
      if (prompt.segments.some(isNew)) return false;
    }
    if (prompt.names?.some((name) => this.#isOpen(name))) return false;
    // Images must not slip past `denyUninspected` in a nested call.
    const seen = record.coverage?.uninspected ?? [];
    return prompt.uninspected.every(({ kind, count }) => {
      const known = seen.find((part) => part.kind === kind)?.count ?? 0;
      return count <= (kind === "reference" ? known + this.#references : known);
    });
  }

  /**
   * Whether a name has a value that the masker hides. Clients add names of their own, so it need
   * not be one that was approved. What a remote masker would find is not known in time.
   */
  #isOpen(name: string): boolean {
    const { masking } = this.#approval.record;
    const masked = masking?.maskLater(name);
    return masking !== undefined && typeof masked !== "object" && masked !== name;
  }

  allowReferences(count: number): void {
    this.#references = count;
  }

  allowRenderings(renderings: () => readonly string[]): void {
    this.#renderings = renderings;
  }
}
