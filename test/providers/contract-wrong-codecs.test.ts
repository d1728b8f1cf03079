import { describe, expect, it } from "vitest";
import type { Answer, ProviderCodec } from "../../src/providers/provider.ts";
import { providerContract } from "../../src/testing/index.ts";

interface Part {
  readonly text?: string;
  readonly picture?: string;
}

interface Memo {
  readonly model: string;
  readonly stream: boolean;
  readonly from: string;
  readonly parts: readonly Part[];
}

interface Piece {
  text?: string;
  model?: string;
  tokens?: number;
}

/** A chunk as some clients have them, of a class that JSON does not carry. */
class ClientPiece implements Piece {
  constructor(piece: Piece) {
    Object.assign(this, piece);
  }
}

type Memos = ProviderCodec<Memo, Piece, Piece>;

const PICTURE = "iVBORw0KGgo=";

const MEMO: Memo = {
  model: "m",
  stream: false,
  from: "Ada",
  parts: [{ text: "What is on it?" }, { picture: PICTURE }, { text: '{"at":"a b"}' }],
};

const readPrompt: Memos["readPrompt"] = ({ model, stream, from, parts }) => {
  const count = parts.filter(({ picture }) => picture !== undefined).length;
  return {
    model,
    stream,
    names: [from],
    segments: parts.flatMap(({ text }) =>
      text === undefined ? [] : [{ role: "user", kind: "text", text }],
    ),
    uninspected: count === 0 ? [] : [{ kind: "image", count, mediaTypes: ["image/png"] }],
  };
};

const writePrompt: Memos["writePrompt"] = (memo, texts, [from = memo.from] = []) => {
  const rest = [...texts];
  const parts = memo.parts.map((part) => {
    if (part.text === undefined) return { ...part };
    const text = rest.shift();
    if (text === undefined) throw new RangeError("too few");
    return { ...part, text };
  });
  if (rest.length > 0) throw new RangeError("too many");
  return { ...memo, from, parts };
};

const collapsePrompt: Memos["collapsePrompt"] = (memo, text) => ({
  ...memo,
  parts: [{ text }, ...memo.parts.filter((part) => part.picture !== undefined)],
});

const readAnswer: Memos["readAnswer"] = ({ text = "", model, tokens }) => ({
  output: text,
  model,
  usage: tokens === undefined ? undefined : { total_tokens: tokens },
});

const collectAnswer: Memos["collectAnswer"] = () => {
  let whole: Piece = {};
  return {
    push: (piece) => {
      whole = { ...whole, ...piece, text: (whole.text ?? "") + (piece.text ?? "") };
    },
    answer: () => readAnswer(whole),
  };
};

const errorBody: Memos["errorBody"] = ({ message, code }) => ({ error: { message, code } });

const CODEC: Memos = {
  name: "memo",
  operation: "memo",
  matches: () => false,
  framing: "sse",
  readPrompt,
  writePrompt,
  collapsePrompt,
  readAnswer,
  collectAnswer,
  errorBody,
};

/** A right codec that does both at once, as `readAndCopy` says. */
const oneWalk = (readAndCopy: (memo: Memo) => object): Partial<Memos> => ({
  oneWalk: { readPrompt, writePrompt, readAndCopy: readAndCopy as never },
});

const copied = (memo: Memo) => ({
  prompt: readPrompt(memo),
  copy: writePrompt(
    memo,
    readPrompt(memo).segments.map(({ text }) => text),
  ),
});

/** A right collector with another answer. */
const answering = (change: (answer: Answer, pieces: number) => Answer): Partial<Memos> => ({
  collectAnswer: () => {
    const collector = collectAnswer();
    let pieces = 0;
    return {
      push: (piece) => {
        pieces += 1;
        collector.push(piece);
      },
      answer: () => change(collector.answer(), pieces),
    };
  },
});

/** A right collector that gets other chunks. */
const pushing = (change: (piece: Piece) => Piece): Partial<Memos> => ({
  collectAnswer: () => {
    const collector = collectAnswer();
    return { push: (piece) => collector.push(change(piece)), answer: () => collector.answer() };
  },
});

/** Changes an object; where that is frozen, code that is not strict gets no error. */
const carelessly = new Function("object", "object.seen = true") as (object: object) => void;

const ON_REQUESTS: readonly (readonly [string, string, Partial<Memos>])[] = [
  [
    "reads texts in another order",
    "shows the guard every text, each once and in order",
    {
      readPrompt: (memo) => {
        const prompt = readPrompt(memo);
        return { ...prompt, segments: prompt.segments.toReversed() };
      },
    },
  ],
  [
    "shows a text twice",
    "shows the guard every text, each once and in order",
    {
      readPrompt: (memo) => {
        const prompt = readPrompt(memo);
        return { ...prompt, segments: [...prompt.segments, ...prompt.segments.slice(0, 1)] };
      },
    },
  ],
  [
    "has names that are no texts",
    "says of what it read what it is",
    { readPrompt: (memo) => ({ ...readPrompt(memo), names: [7 as never] }) },
  ],
  [
    "counts half a picture",
    "says of what it read what it is",
    {
      readPrompt: (memo) => ({
        ...readPrompt(memo),
        uninspected: [{ kind: "image", count: 0.5, mediaTypes: [] }],
      }),
    },
  ],
  [
    "has media types that are no texts",
    "says of what it read what it is",
    {
      readPrompt: (memo) => ({
        ...readPrompt(memo),
        uninspected: [{ kind: "image", count: 1, mediaTypes: [undefined as never] }],
      }),
    },
  ],
  [
    "shows the guard a picture",
    "shows the guard nothing that is no text, and says that it is there",
    {
      readPrompt: (memo) => ({
        ...readPrompt(memo),
        segments: [{ role: "user", kind: "text", text: `data:image/png;base64,${PICTURE}` }],
      }),
    },
  ],
  [
    "says nothing of a picture",
    "shows the guard nothing that is no text, and says that it is there",
    { readPrompt: (memo) => ({ ...readPrompt(memo), uninspected: [] }) },
  ],
  [
    "loses a property of the request",
    "writes the texts it read into an equal request",
    {
      writePrompt: (memo, texts, names) => {
        const { stream: _, ...rest } = writePrompt(memo, texts, names);
        return rest as Memo;
      },
    },
  ],
  [
    "copies a request of another prompt than it reads",
    "copies what it reads, where it does both at once",
    oneWalk((memo) => ({ ...copied(memo), prompt: { ...readPrompt(memo), names: [] } })),
  ],
  [
    "makes another copy while it reads",
    "copies what it reads, where it does both at once",
    oneWalk((memo) => ({ ...copied(memo), copy: { ...copied(memo).copy, extra: true } })),
  ],
  [
    "hands out the original for a copy while it reads",
    "copies what it reads, where it does both at once",
    oneWalk((memo) => ({ ...copied(memo), copy: memo })),
  ],
  [
    "writes only the first text",
    "writes other texts where it read the old ones, and changes nothing else",
    {
      writePrompt: (memo, texts, names) =>
        writePrompt(
          memo,
          [...texts.slice(0, 1), ...copied(memo).copy.parts.slice(2).map(textOf)],
          names,
        ),
    },
  ],
  [
    "changes the model with the text",
    "writes other texts where it read the old ones, and changes nothing else",
    {
      writePrompt: (memo, texts, names) => ({
        ...writePrompt(memo, texts, names),
        model: texts[0] === MEMO.parts[0]?.text ? memo.model : "another",
      }),
    },
  ],
  [
    "notes that it wrote another text",
    "writes other texts where it read the old ones, and changes nothing else",
    {
      writePrompt: (memo, texts, names) => ({
        ...writePrompt(memo, texts, names),
        ...(texts[0] === MEMO.parts[0]?.text ? {} : { edited: true }),
      }),
    },
  ],
  [
    "does not write names",
    "writes other names where it read the old ones",
    { writePrompt: (memo, texts) => writePrompt(memo, texts) },
  ],
  [
    "leaves a mark where it wrote names",
    "writes other names where it read the old ones",
    {
      writePrompt: (memo, texts, names) => ({
        ...writePrompt(memo, texts, names),
        ...(names === undefined ? {} : { renamed: true }),
      }),
    },
  ],
  [
    "takes more texts than there are",
    "refuses more and fewer texts than there are",
    { writePrompt: (memo, texts, names) => writePrompt(memo, texts.slice(0, 2), names) },
  ],
  [
    "takes fewer texts than there are",
    "refuses more and fewer texts than there are",
    {
      writePrompt: (memo, texts, names) =>
        writePrompt(memo, texts.length === 1 ? ["", ...texts] : texts, names),
    },
  ],
  [
    "hands out the original for a copy",
    "gives a copy that later changes of the original do not reach",
    { writePrompt: (memo) => memo },
  ],
  [
    "changes a request that it reads",
    "never changes a request",
    {
      readPrompt: (memo) => {
        Object.assign(memo, { stream: true });
        return readPrompt(memo);
      },
    },
  ],
  [
    "changes a request that it reads, in code that is not strict",
    "never changes a request",
    {
      readPrompt: (memo) => {
        carelessly(memo);
        return readPrompt(memo);
      },
    },
  ],
  [
    "changes a request that it collapses",
    "never changes a request",
    {
      collapsePrompt: (memo, text) => {
        Object.assign(memo.parts[0] as object, { text });
        return collapsePrompt(memo, text);
      },
    },
  ],
  [
    "collapses into two texts",
    "collapses into one text that is all there is, or refuses to",
    { collapsePrompt: (memo, text) => ({ ...memo, parts: [{ text }, { text }] }) },
  ],
  [
    "keeps an old text where nobody reads it when it collapses",
    "collapses into one text that is all there is, or refuses to",
    { collapsePrompt: (memo, text) => ({ ...collapsePrompt(memo, text), before: memo.parts }) },
  ],
  [
    "collapses a user's text into an instruction",
    "collapses into one text that is all there is, or refuses to",
    {
      readPrompt: (memo) => {
        const prompt = readPrompt(memo);
        const role = memo.parts[0]?.text?.startsWith("[all") ? "system" : "user";
        return { ...prompt, segments: prompt.segments.map((segment) => ({ ...segment, role })) };
      },
    },
  ],
  [
    "loses the model when it collapses",
    "collapses into one text that is all there is, or refuses to",
    { collapsePrompt: (memo, text) => ({ ...collapsePrompt(memo, text), model: "" }) },
  ],
  [
    "asks for a stream when it collapses",
    "collapses into one text that is all there is, or refuses to",
    { collapsePrompt: (memo, text) => ({ ...collapsePrompt(memo, text), stream: true }) },
  ],
  [
    "fails to collapse, with any error",
    "collapses into one text that is all there is, or refuses to",
    { collapsePrompt: () => expect.fail("a bug") },
  ],
];

const ON_ANSWERS: readonly (readonly [string, string, Partial<Memos>])[] = [
  [
    "reads another output from an answer",
    "reads what an answer says",
    { readAnswer: (answer) => ({ ...readAnswer(answer), output: "" }) },
  ],
  [
    "reads no usage from an answer",
    "reads what an answer says",
    { readAnswer: (answer) => ({ ...readAnswer(answer), usage: undefined }) },
  ],
  [
    "reads no model from an answer",
    "reads what an answer says",
    { readAnswer: (answer) => ({ ...readAnswer(answer), model: undefined }) },
  ],
  [
    "changes an answer",
    "never changes an answer",
    {
      readAnswer: (answer) => {
        answer.tokens ??= 0;
        answer.text = `${answer.text}`;
        return readAnswer(answer);
      },
    },
  ],
  [
    "changes an answer, in code that is not strict",
    "never changes an answer",
    {
      readAnswer: (answer) => {
        carelessly(answer);
        return readAnswer(answer);
      },
    },
  ],
  [
    "gathers another output",
    "gathers what a stream says",
    answering((answer) => ({ ...answer, output: `${answer.output}.` })),
  ],
  [
    "gathers no usage",
    "gathers what a stream says",
    answering((answer) => ({ ...answer, usage: undefined })),
  ],
  [
    "tells of what has not arrived",
    "may be asked at any time what has arrived",
    answering((answer, pieces) => (pieces === 0 ? { ...answer, output: "ab" } : answer)),
  ],
  [
    "tells only of the last chunk until the end",
    "may be asked at any time what has arrived",
    answering((answer, pieces) => (pieces === 2 ? { ...answer, output: "" } : answer)),
  ],
  [
    "tells more each time it is asked",
    "may be asked at any time what has arrived",
    (() => {
      let asked = 0;
      return answering((answer, pieces) => {
        asked += pieces > 0 ? 1 : 0;
        return { ...answer, output: answer.output.repeat(asked) };
      });
    })(),
  ],
  [
    "has one collector for all streams",
    "keeps two streams apart",
    (() => {
      const collector = collectAnswer();
      return { collectAnswer: () => collector };
    })(),
  ],
  [
    "counts events that it does not know as text",
    "takes no harm from events it does not know",
    pushing((piece) => (piece.text === undefined ? { ...piece, text: "?" } : piece)),
  ],
  [
    "changes a chunk",
    "never changes a chunk",
    pushing((piece) => Object.assign(piece, { text: piece.text ?? "" })),
  ],
  [
    "changes a chunk, in code that is not strict",
    "never changes a chunk",
    pushing((piece) => {
      carelessly(piece);
      return piece;
    }),
  ],
];

const ON_ERRORS: readonly (readonly [string, Partial<Memos>])[] = [
  ["without the message", { errorBody: ({ code }) => ({ code }) }],
  ["without the code", { errorBody: ({ message }) => ({ message }) }],
  ["that is not all JSON", { errorBody: (facts) => ({ ...facts, at: new Date(0) }) }],
];

function textOf({ text = "" }: Part): string {
  return text;
}

const CHUNKS: readonly Piece[] = [
  { text: "a", model: "m-1" },
  { text: "b" },
  { text: "c" },
  { tokens: 7 },
];

function casesOf(own: Partial<Memos>, chunks = CHUNKS) {
  const told = { output: "abc", usage: { total_tokens: 7 }, model: "m-1" };
  return providerContract({
    provider: { codec: { ...CODEC, ...own } },
    requests: [
      {
        name: "memo",
        request: structuredClone(MEMO),
        texts: MEMO.parts.filter(({ text }) => text !== undefined).map(textOf),
        binaries: [PICTURE],
        model: "m",
        stream: false,
      },
    ],
    answers: [{ name: "memo", response: { text: "abc", model: "m-1", tokens: 7 }, ...told }],
    streams: [
      {
        name: "memo",
        framing: "sse",
        chunks,
        ...told,
      },
    ],
  });
}

describe("the provider contract suite", () => {
  it("passes a right codec, and one that reads and copies at once", async () => {
    for (const { run } of [...casesOf({}), ...casesOf(oneWalk(copied))]) await run();
  });

  it.each([...ON_REQUESTS, ...ON_ANSWERS])("fails a codec that %s", async (_, title, own) => {
    const judged = casesOf(own).filter((each) => each.title === `${title} (memo)`);
    expect(judged).toHaveLength(1);
    await expect(judged[0]?.run()).rejects.toThrow();
  });

  it("fails a codec that reads only chunks of the client, not those over HTTP", async () => {
    const own = pushing((piece) => (piece instanceof ClientPiece ? piece : {}));
    const pieces = CHUNKS.map((chunk) => new ClientPiece(chunk));
    const [gathers, reads] = ["gathers what", "reads a stream's bytes"].map((title) =>
      casesOf(own, pieces).find((each) => each.title.startsWith(title)),
    );
    await gathers?.run();
    await expect(reads?.run()).rejects.toThrow();
  });

  it("finds out what changes a sample even where an earlier case has let it", async () => {
    const own = pushing((piece) => {
      carelessly(piece);
      return piece;
    });
    const results = await Promise.allSettled(casesOf(own).map(({ run }) => run()));
    expect(results.filter(({ status }) => status === "rejected")).toHaveLength(1);
    expect(Object.keys(CHUNKS[0] ?? {})).toEqual(["text", "model"]);
  });

  it.each(ON_ERRORS)("fails a codec whose error body is one %s", async (_, own) => {
    await expect(casesOf(own).at(-1)?.run()).rejects.toThrow();
  });
});
