import { guardContent, messages } from "../bedrock-converse/block.ts";
import type { ByteForm, Mapper } from "../bedrock-converse/mapper.ts";
import { plainPrompt } from "../bedrock-converse/plain-prompt.ts";
import { type Field, type FieldPrompt, fieldPrompt } from "../prompt/field-prompt.ts";

/** Used as the model if none is named. */
const CHECKS = "guardrail-checks";

/** The request functions of the codec. */
export function guardrailPrompt(bytes: ByteForm): FieldPrompt {
  const field = (map: Mapper): Field => {
    return (value, visitor) => map(value, { visitor, role: "user", kind: "text", bytes });
  };
  const prompt = fieldPrompt({
    fields: new Map([
      ["content", field(guardContent)],
      ["messages", field(messages)],
    ]),
    main: "collapsed",
    complete({ collapsed: said, ...kept }, original) {
      if (original.messages === undefined) return { ...kept, content: [{ text: { text: said } }] };
      return { ...kept, messages: [{ role: "user", content: [{ text: said }] }] };
    },
  });
  return plainPrompt(prompt, guardrailOf);
}

function guardrailOf({ guardrailIdentifier: id }: { readonly guardrailIdentifier?: unknown }) {
  return typeof id === "string" ? id : CHECKS;
}
