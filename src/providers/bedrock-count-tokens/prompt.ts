import {
  type ByteForm,
  isStruct,
  type Mapper,
  mapMembers,
  text,
} from "../bedrock-converse/mapper.ts";
import { modelIdOf, plainPrompt } from "../bedrock-converse/plain-prompt.ts";
import { conversePrompt, fieldsFor } from "../bedrock-converse/prompt.ts";
import { mapBody } from "../bedrock-invoke/body.ts";
import { jsonOf, parseBody, textIn } from "../bedrock-invoke/prompt.ts";
import { type FieldPrompt, fieldPrompt, mapFields } from "../prompt/field-prompt.ts";

/** A conversation or a body; a rewrite changes only its texts. */
function inputMapper(bytes: ByteForm): Mapper {
  const fields = fieldsFor(bytes);
  const converse: Mapper = (value, place) => {
    if (!isStruct(value)) return text(value, place);
    return mapFields(value, fields, place.visitor);
  };
  const invokeModel: Mapper = (value, place) => {
    if (!isStruct(value)) return text(value, place);
    return { ...value, body: mapEncoded(value.body, place) };
  };
  return (value, place) => {
    if (!isStruct(value)) return text(value, place);
    return mapMembers(value, (member, name) => {
      const map = name === "converse" ? converse : name === "invokeModel" ? invokeModel : text;
      return map(member, place);
    });
  };
}

/** A body as bytes or base64. The copy has its own bytes. */
const mapEncoded: Mapper = (body, { visitor, bytes }) => {
  const isEncoded = typeof body === "string" && bytes === "base64";
  const given = isEncoded ? Buffer.from(body, "base64") : body;
  const parsed = parseBody(given);
  const json = jsonOf(given, parsed, mapBody(parsed, visitor));
  // An unchanged one may have line breaks in its base64.
  if (typeof body === "string" && json === textIn(given)) return body;
  if (typeof body !== "string") return new TextEncoder().encode(json);
  return isEncoded ? Buffer.from(json).toString("base64") : json;
};

/** The request functions of the codec. */
export function countPrompt(bytes: ByteForm): FieldPrompt {
  const map = inputMapper(bytes);
  const { readPrompt, writePrompt } = fieldPrompt({
    fields: new Map([
      ["input", (value, visitor) => map(value, { visitor, role: "user", kind: "text", bytes })],
    ]),
    main: "input",
  });
  const collapsePrompt: FieldPrompt["collapsePrompt"] = (request, said) => {
    const { input, ...others } = request as { readonly input?: unknown };
    const converse = isStruct(input) ? input.converse : undefined;
    if (!isStruct(converse)) throw new RangeError("One text cannot stand for a body of a model.");
    return { ...others, input: { converse: conversePrompt(bytes).collapsePrompt(converse, said) } };
  };
  return plainPrompt({ readPrompt, writePrompt, collapsePrompt }, modelIdOf);
}
