import { AnswerRestorer } from "../../masking/restore/answer-restorer.ts";
import type { AnyVault } from "../../masking/vault.ts";
import { withChanges } from "../../providers/json/replace-at.ts";
import { bodyRestorer } from "../../providers/restore/body-restorer.ts";
import { ChunkRestorer } from "../../providers/restore/chunk-restorer.ts";
import { restorableTexts } from "../../providers/restore/restorable-texts.ts";
import { restoreStrings } from "../../providers/restore/restore-strings.ts";
import type { OnSigned } from "../../providers/signed-texts.ts";
import { observeSignatures } from "./observe-signatures.ts";
import type { Restoration } from "./restoration.ts";
import { restoredStream } from "./restored-stream.ts";

/**
 * Creates the restoration for the values that `vault` holds when the prompt is masked. Values
 * masked later, for telemetry, come from the model itself and were never replaced in the prompt.
 * `onSigned` is called for signed texts in streams, as the provider sent them.
 */
export function openRestoration(vault: AnyVault, onSigned?: OnSigned | undefined): Restoration {
  const restorer = new AnswerRestorer(vault);
  return {
    answer: <Answer>({ answerIn }: { readonly answerIn?: string | undefined }, answer: Answer) => {
      try {
        if (answerIn === undefined) return restoreStrings(answer, restorer) as Answer;
        const said: unknown = (answer as Record<string, unknown>)[answerIn];
        const changes = { [answerIn]: restoreStrings(said, restorer) };
        return withChanges(answer as object, changes) as Answer;
      } catch {
        // An answer that cannot be copied is returned unrestored.
        return answer;
      }
    },
    stream(codec) {
      const texts = restorableTexts(codec);
      const observed = observeSignatures(codec, onSigned);
      return texts && restoredStream(codec, observed, new ChunkRestorer(texts, restorer));
    },
    body: (codec, contentType) => bodyRestorer(codec, contentType, restorer),
  };
}
