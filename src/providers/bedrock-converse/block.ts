import { isWord } from "../prompt/word.ts";
import { sealedBy } from "../sealed-text.ts";
import { json } from "./json-value.ts";
import { label, type Mapper, type Place, struct, text, words } from "./mapper.ts";
import { document, medium } from "./media.ts";
import { isBytes } from "./plain-copy.ts";

/** Content for AWS's own guardrails. */
export const guardContent = struct({
  text: struct({ text, qualifiers: words }),
  image: medium("image"),
});

const citations = struct({
  title: text,
  source: text,
  sourceContent: struct({ text }),
});

const found = (_: unknown, place: Place): Place => ({ ...place, kind: "document" });

const searchResult = struct(
  { source: text, title: text, content: struct({ text }), citations: words },
  found,
);

const citationsContent = struct({
  content: struct({ text }),
  citations: (value, place) => citations(value, found(value, place)),
});

/** Signed thinking must be sent back unchanged or not at all. */
const reasoningText = struct({ text, signature: label }, ({ signature }, place) => ({
  ...place,
  visitor: sealedBy(signature, place.visitor),
}));

/** Thinking that only the model can read. */
const redactedContent: Mapper = (value, place) => {
  if (typeof value !== "string" && !isBytes(value)) return text(value, place);
  place.visitor.uninspected("reference");
  return value;
};

const tool = struct({ type: label, name: label, serverName: label });

const media = {
  image: medium("image"),
  video: medium("video"),
  audio: medium("audio"),
  document,
};

const toolResult = struct(
  {
    toolUseId: label,
    status: words,
    type: words,
    content: struct({ text, json, ...media, searchResult }),
  },
  (_, place) => ({ ...place, role: "tool", kind: "tool_result" }),
);

const toolUse = struct({ toolUseId: label, name: label, type: words, input: json }, (_, place) => ({
  ...place,
  kind: "tool_arguments",
}));

/**
 * The content of a message or system prompt (Bedrock reference, `ContentBlock`,
 * `SystemContentBlock`). A block is recognized by the name of its member; unknown ones are text,
 * including all strings in them.
 */
export const blocks = struct({
  text,
  ...media,
  guardContent,
  cachePoint: words,
  reasoningContent: struct({ reasoningText, redactedContent }),
  citationsContent,
  searchResult,
  toolUse,
  toolResult,
  toolAddition: struct({ tool }),
  toolRemoval: struct({ tool }),
});

/** The messages of a conversation, with their roles. */
export const messages = struct({ role: words, content: blocks }, ({ role }, place) => {
  return isWord(role) ? { ...place, role } : place;
});
