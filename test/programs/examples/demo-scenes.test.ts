import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { perform, type Scene } from "../../../examples/demo/scene.ts";
import { denied } from "../../../examples/demo/scenes/denied.ts";
import { guardDown } from "../../../examples/demo/scenes/guard-down.ts";
import { image } from "../../../examples/demo/scenes/image.ts";
import { plainAnswer } from "../../../examples/demo/scenes/plain-answer.ts";
import { rewrite } from "../../../examples/demo/scenes/rewrite.ts";
import { stream } from "../../../examples/demo/scenes/stream.ts";
import { openStage, type Stage } from "../../../examples/demo/stage.ts";

let stage: Stage;

beforeEach(async () => {
  stage = await openStage({ logger: {} });
});

afterEach(async () => {
  await stage.close();
});

/** Claims of a scene that do not hold. */
async function brokenClaims(scene: Scene): Promise<readonly string[]> {
  const { facts } = await perform(scene, stage);
  return facts.filter(({ difference }) => difference !== undefined).map(({ claim }) => claim);
}

/** Makes the guard answer with different fields. */
function guardSays(members: Readonly<Record<string, unknown>>): void {
  const edit = (body: unknown) => ({ ...(body as object), ...members });
  stage.plane.script("guard", { always: { pass: true, edit } });
}

describe("a scene of the demo", () => {
  it("reports nothing when everything works", async () => {
    for (const scene of [plainAnswer, stream, rewrite, image, denied, guardDown]) {
      expect(await brokenClaims(scene)).toEqual([]);
    }
  });

  it("reports personal data that reached the provider", async () => {
    guardSays({ transformed_input: null });
    expect(await brokenClaims(rewrite)).toEqual(
      expect.arrayContaining([
        "Every message was rewritten in its own place.",
        "Neither address nor number reached the provider.",
        "Nor are they in the stored event.",
      ]),
    );
  });

  it("reports an injection that was not denied", async () => {
    guardSays({ allowed: true });
    expect(await brokenClaims(denied)).toEqual(
      expect.arrayContaining([
        "The call rejected with GuardDeniedError.",
        "The provider was never asked.",
      ]),
    );
  });

  it("reports a guard that allows calls while it is down", async () => {
    const failOpen: Stage = {
      ...stage,
      openaiWith: (options) => stage.openaiWith({ ...options, onGuardUnavailable: "fail-open" }),
    };
    const { facts } = await perform(guardDown, failOpen);
    const broken = facts.filter(({ difference }) => difference !== undefined);
    expect(broken.map(({ claim }) => claim)).toEqual(
      expect.arrayContaining([
        "The call rejected with GuardUnavailableError.",
        "The provider was never asked.",
      ]),
    );
  });

  it("reports a rejected event", async () => {
    stage.plane.script("ingest", { always: { status: 400 } });
    expect(await brokenClaims(plainAnswer)).toEqual(
      expect.arrayContaining(["Exactly one event was stored, and it says complete."]),
    );
  });

  it("reports a missing finalize", async () => {
    stage.plane.script("finalize", { always: { status: 404 } });
    expect(await brokenClaims(plainAnswer)).toEqual([
      "It was finalized with the time its ingest took.",
    ]);
  });

  it("reports a denial of a call that should get an answer", async () => {
    guardSays({ allowed: false, reason: "a_whim" });
    for (const scene of [plainAnswer, stream, image]) {
      expect(await brokenClaims(scene)).toContain("The app got the model's answer, word for word.");
    }
  });

  it("reports its own failure", async () => {
    const broken: Scene = {
      ...plainAnswer,
      facts: () => {
        throw new Error("out of order");
      },
    };
    const act = await perform(broken, stage);
    expect(act.facts).toEqual([
      { claim: "The scene was played.", difference: expect.stringContaining("out of order") },
    ]);
  });
});
