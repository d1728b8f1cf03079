import { messages } from "../bedrock-converse/block.ts";
import { type ByteForm, type Mapper, struct, text, words } from "../bedrock-converse/mapper.ts";
import { medium } from "../bedrock-converse/media.ts";
import { plainPrompt } from "../bedrock-converse/plain-prompt.ts";
import { type Field, type FieldPrompt, fieldPrompt } from "../prompt/field-prompt.ts";

const content = struct({ text: struct({ text, qualifiers: words }), image: medium("image") });

/** Used as the model if none is named. */
const CHECKS = "guardrail-checks";

/** The request functions of the codec. */
export function guardrailPrompt(bytes: ByteForm): FieldPrompt {
  const field = (map: Mapper): Field => {
    return (value, visitor) => map(value, { visitor, role: "user", kind: "text", bytes });
  };
  const prompt = fieldPrompt({
    fields: new Map([
      ["content", field(content)],
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
