import { messages } from "../bedrock-converse/block.ts";
import { type ByteForm, type Mapper, struct, text, words } from "../bedrock-converse/mapper.ts";
import { medium } from "../bedrock-converse/media.ts";
import { plainCopy } from "../bedrock-converse/plain-copy.ts";
import { type Field, type FieldPrompt, fieldPrompt } from "../field-prompt.ts";

const content = struct({ text: struct({ text, qualifiers: words }), image: medium("image") });

/** What stands for a model where none is named. */
const CHECKS = "guardrail-checks";

/** The three functions of the codec that concern the request. */
export function guardrailPrompt(bytes: ByteForm): FieldPrompt {
  const field = (map: Mapper): Field => {
    return (value, visitor) => map(value, { visitor, role: "user", kind: "text", bytes });
  };
  const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
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
  return {
    readPrompt(request) {
      const plain = plainCopy(request) as { readonly guardrailIdentifier?: unknown };
      const { guardrailIdentifier: id } = plain;
      return { ...readPrompt(plain), model: typeof id === "string" ? id : CHECKS };
    },
    writePrompt: (request, texts, names) => writePrompt(plainCopy(request) as object, texts, names),
    collapsePrompt: (request, said) => collapsePrompt(plainCopy(request) as object, said),
  };
}
