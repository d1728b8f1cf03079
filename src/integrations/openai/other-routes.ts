import { OPENAI_CODECS, OPENAI_OWN_CODECS } from "../../providers/openai/codecs.ts";
import type { AnyCodec } from "../../providers/provider.ts";

/** Every format of an OpenAI client's requests, for those that are neither chat nor responses. */
export const codecs: readonly AnyCodec[] = [...OPENAI_CODECS, ...OPENAI_OWN_CODECS];

export { openaiRoute as rowOf } from "../../providers/openai-routes/table.ts";
