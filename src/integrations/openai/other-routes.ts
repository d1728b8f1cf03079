import { OPENAI_CODECS, OPENAI_OWN_CODECS } from "../../providers/openai/codecs.ts";
import type { AnyCodec } from "../../providers/provider.ts";

/** The codecs of an OpenAI client other than chat and responses. */
export const codecs: readonly AnyCodec[] = [...OPENAI_CODECS, ...OPENAI_OWN_CODECS];

export { openaiRoute as rowOf } from "../../providers/openai-routes/table.ts";
