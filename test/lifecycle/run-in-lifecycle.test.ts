import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { requestApproval } from "../../src/lifecycle/request-approval.ts";
import {
  allowReferences,
  isApprovedAlready,
  markOptions,
  markOptionsBySignal,
} from "../../src/lifecycle/run-in-lifecycle.ts";
import type { Prompt } from "../../src/providers/provider.ts";
import type { UninspectedPart } from "../../src/types.ts";
import { buildGate, rewrite, settle, type TestGate, unavailable } from "../support/stands/gate.ts";
import { callModel, PROMPT } from "./model-calls.ts";

describe("a guarded client inside a guarded call", () => {
  it("accepts the approved text, and no other", async () => {
    const gate = buildGate();
    await callModel(gate, ({ signal }) => {
      expect(isApprovedAlready(gate, prompt(PROMPT), { signal })).toBe(true);
      expect(isApprovedAlready(gate, prompt(`${PROMPT} And more.`), { signal })).toBe(false);
      expect(isApprovedAlready(gate, prompt(PROMPT, "something else"), { signal })).toBe(false);
      return "Paris";
    });
  });

  it("accepts the rewritten text, and not the original", async () => {
    const gate = buildGate({ guard: () => rewrite("in other words") });
    await callModel(gate, ({ signal }) => {
      expect(isApprovedAlready(gate, prompt("in other words"), { signal })).toBe(true);
      expect(isApprovedAlready(gate, prompt(PROMPT), { signal })).toBe(false);
      return "Paris";
    });
  });

  it("accepts no text that a policy has put into the segments that it is shown", async () => {
    const gate = buildGate({
      guard: () => unavailable("unreachable"),
      rules: {
        onGuardUnavailable: (_failure, { segments }) => {
          for (const segment of segments) Object.assign(segment, { text: "something else" });
          return "allow";
        },
      },
    });
    await callModel(gate, ({ signal }) => {
      expect(isApprovedAlready(gate, prompt(PROMPT), { signal })).toBe(true);
      expect(isApprovedAlready(gate, prompt("something else"), { signal })).toBe(false);
      return "Paris";
    });
  });

  it("accepts the one text of a collapsed prompt, and none of its messages", async () => {
    const rules = { onUnmappableRewrite: "collapse" } as const;
    const gate = buildGate({ guard: () => rewrite("in other words"), rules });
    const approval = await approvalOf(gate, prompt(PROMPT, "Be brief."));
    const options = markOptions(gate, approval, undefined);
    expect(isApprovedAlready(gate, prompt("in other words"), options)).toBe(true);
    expect(isApprovedAlready(gate, prompt(PROMPT), options)).toBe(false);
    expect(isApprovedAlready(gate, prompt("Be brief."), options)).toBe(false);
  });

  it("accepts as many references as its client is known to add, and nothing else in their place", async () => {
    const gate = buildGate();
    const part = { kind: "reference", count: 1, mediaTypes: [] } as const;
    const having = (own: Partial<UninspectedPart>): Prompt => ({
      ...prompt(PROMPT),
      uninspected: [{ ...part, ...own }],
    });
    await callModel(gate, ({ signal }) => {
      expect(isApprovedAlready(gate, having({}), { signal })).toBe(false);
      allowReferences(signal, 1);
      expect(isApprovedAlready(gate, having({}), { signal })).toBe(true);
      expect(isApprovedAlready(gate, having({ count: 2 }), { signal })).toBe(false);
      expect(isApprovedAlready(gate, having({ kind: "image" }), { signal })).toBe(false);
      return "Paris";
    });
  });

  it("accepts no uninspected content that the approved prompt did not have", async () => {
    const gate = buildGate();
    const image: Prompt = {
      ...prompt(PROMPT),
      uninspected: [{ kind: "image", count: 1, mediaTypes: [] }],
    };
    await callModel(gate, ({ signal }) => {
      expect(isApprovedAlready(gate, image, { signal })).toBe(false);
      return "Paris";
    });
    const approval = await approvalOf(gate, image);
    const options = markOptions(gate, approval, undefined);
    expect(isApprovedAlready(gate, image, options)).toBe(true);
    const [part] = image.uninspected;
    const more = part === undefined ? [] : [{ ...part, count: 2 }];
    expect(isApprovedAlready(gate, { ...image, uninspected: more }, options)).toBe(false);
    const other = part === undefined ? [] : [{ ...part, kind: "audio" } as const];
    expect(isApprovedAlready(gate, { ...image, uninspected: other }, options)).toBe(false);
  });

  it("guards anew if it belongs to another GuardedModelClient", async () => {
    const gate = buildGate();
    const other = buildGate();
    await callModel(gate, ({ signal }) => {
      expect(isApprovedAlready(other, prompt(PROMPT), { signal })).toBe(false);
      return "Paris";
    });
  });

  it("is recognized by the signal that the provider got, and by no other signal", async () => {
    const gate = buildGate();
    const own = new AbortController();
    await callModel(
      gate,
      ({ signal }) => {
        expect(isApprovedAlready(gate, prompt(PROMPT), { signal: own.signal })).toBe(false);
        expect(isApprovedAlready(gate, prompt(PROMPT), { signal: null })).toBe(false);
        expect(isApprovedAlready(gate, prompt(PROMPT), undefined)).toBe(false);
        const options = markOptionsBySignal(signal, { timeout: 1 });
        expect(options).toMatchObject({ timeout: 1 });
        expect(isApprovedAlready(gate, prompt(PROMPT), options)).toBe(true);
        return "Paris";
      },
      { signal: own.signal },
    );
    expect(markOptionsBySignal(own.signal, undefined)).toBeUndefined();
  });

  it("is recognized by async context where fetch cannot see the signal", async () => {
    const gate = buildGate({ services: { interceptors: { open: true } } });
    const elsewhere: boolean[] = [];
    await callModel(gate, async () => {
      await settle();
      expect(isApprovedAlready(gate, prompt(PROMPT), undefined)).toBe(true);
      return "Paris";
    });
    elsewhere.push(isApprovedAlready(gate, prompt(PROMPT), undefined));
    expect(elsewhere).toEqual([false]);
  });

  it("guards anew after the call has ended", async () => {
    const gate = buildGate({ services: { interceptors: { open: true } } });
    let signal: AbortSignal | undefined;
    let afterwards: Promise<boolean> | undefined;
    let over: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      over = resolve;
    });
    await callModel(gate, (invocation) => {
      signal = invocation.signal;
      afterwards = ended.then(() => isApprovedAlready(gate, prompt(PROMPT), undefined));
      return "Paris";
    });
    over();
    expect(await afterwards).toBe(false);
    expect(isApprovedAlready(gate, prompt(PROMPT), { signal })).toBe(false);
  });

  it("accepts no forged mark, and the mark prints no text", async () => {
    const gate = buildGate();
    const approval = await approvalOf(gate, prompt(PROMPT));
    const options = markOptions(gate, approval, { headers: {} });
    expect(inspect(options, { depth: 9, showHidden: true })).not.toContain("France");
    expect(JSON.stringify(options)).toBe('{"headers":{}}');
    const [mark] = Object.getOwnPropertySymbols(options);
    const forged = { [mark ?? Symbol("none")]: { approved: new Set(["evil"]) } };
    expect(isApprovedAlready(gate, prompt("evil"), forged as never)).toBe(false);
  });
});

function prompt(...texts: string[]): Prompt {
  const segments = texts.map((text) => ({ role: "user", kind: "text", text }) as const);
  return { model: "model-a", stream: false, segments, uninspected: [] };
}

function approvalOf(gate: TestGate, asked: Prompt) {
  return requestApproval(gate, {
    operation: "execute",
    prompt: asked,
    context: gate.context,
    signal: undefined,
  });
}
