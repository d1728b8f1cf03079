import { AnswerRestorer } from "../../masking/restore/answer-restorer.ts";
import { PlaceholderMatcher } from "../../masking/restore/placeholder-matcher.ts";
import { restorePiece } from "../../masking/restore/restore.ts";
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
export function openRestoration(vault: AnyVault, onSigned: OnSigned | undefined): Restoration {
  const told = [...vault.placeholders()];
  let restorer = new AnswerRestorer(vault);
  return {
    rewritten(before, after) {
      const had = countIn(before, vault);
      const has = countIn(after, vault);
      const isTheirs = (name: string): boolean => (has.get(name) ?? 0) > (had.get(name) ?? 0);
      if (!told.some(isTheirs)) return;
      const ours = told.filter((name) => !isTheirs(name));
      restorer = new AnswerRestorer({
        size: ours.length,
        placeholders: () => ours.values(),
        originalOf: (placeholder) => vault.originalOf(placeholder),
        saidBy: (placeholder) => vault.saidBy?.(placeholder),
        toJSON: () => vault.toJSON(),
      });
    },
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

/** How often each placeholder of the vault is in `texts`, in any form that would be restored. */
function countIn(texts: readonly string[], vault: AnyVault): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const matcher = new PlaceholderMatcher(vault, { decodes: true });
  const writer = {
    see: () => undefined,
    write(placeholder: string): string {
      counts.set(placeholder, (counts.get(placeholder) ?? 0) + 1);
      return placeholder;
    },
  };
  for (const text of texts) restorePiece(text, { matcher, writer }, { isLast: true });
  return counts;
}
