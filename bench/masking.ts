/**
 * The cost of masking: megabytes per second of ordinary text on one core, the slowest of many
 * adversarial texts, and a conversation whose turns are sent again with each call. Run with `npm run
 * bench:masking`; `--json` for machines.
 */
import type { LocalMasker } from "../src/masking/index.ts";
import { hostileTexts } from "../test/masking/texts/hostile-texts.ts";
import { card, iban, randomFrom, token } from "../test/masking/texts/samples.ts";

/** As built: run from its sources, each function that a call creates would also be given a name. */
const BUILT = new URL("../dist/masking.js", import.meta.url).href;
const { createMasker } = (await import(BUILT)) as typeof import("../src/masking/index.ts");

const CORPUS_BYTES = 8_000_000;
const HOSTILE_SIZE = 200_000;
const ROUNDS = 5;
const TURNS = 50;

const SENTENCES = [
  "The quick brown fox jumps over the lazy dog while analysts discuss compilers at length.",
  "Please reset the password for the account; the key takeaway is that tokens are cheap.",
  "We met on 2024-03-15 at 12:30, section 7.3.3, and paid $1,204.50 for 12 units.",
  "Is there a better pop song on this list? Nobody in Wrocław could tell, said Françoise.",
];
const CODE = [
  'export function parse(text: string): Result {\n  const token = next(text);\n  if (token === undefined) return { ok: false, error: "end" };\n',
  "for (let i = 0; i < items.length; i++) {\n    total += items[i].price * (1 + config.taxRate);\n  }\n",
  "@app.route('/users/<int:id>')\ndef show(id):\n    user = db.session.get(User, id)\n    return jsonify(user.as_dict())\n",
];

/** A document of about 3 kB: prose, code, JSON or a support chat with personal data in it. */
function document(kind: number, seed: number): string {
  const random = randomFrom(seed);
  const some = (list: readonly string[], count: number): string[] =>
    Array.from({ length: count }, () => list[Math.floor(random() * list.length)] ?? "");
  if (kind === 0) return some(SENTENCES, 36).join(" ");
  if (kind === 1) return `Review this:\n\`\`\`\n${some(CODE, 22).join("\n")}\`\`\``;
  if (kind === 2)
    return JSON.stringify(
      some(SENTENCES, 26).map((content, i) => ({ role: "user", content, ts: 1.7e12 + i })),
    );
  const secret = ["gh", "p_", token(seed, 36)].join("");
  const chat = `Hi, order #${seed} is late. Mail user${seed}@example.com, phone +49 170 4876930. I paid with ${card("4", 16, seed)}, refund to ${iban("DE", "370400440532013000")}.\nAPI_KEY=${secret}\n`;
  return chat + some(SENTENCES, 30).join("\n");
}

function corpus(): string[] {
  const documents: string[] = [];
  for (let bytes = 0, i = 0; bytes < CORPUS_BYTES; i++) {
    const text = document(i % 4, i);
    documents.push(text);
    bytes += Buffer.byteLength(text);
  }
  return documents;
}

/** Milliseconds of CPU time. */
function cost(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Milliseconds per call of a conversation in which each side adds one kilobyte per call. */
function costOfTurns(masker: LocalMasker, seed: number): number {
  const said = Array.from({ length: 2 * TURNS }, (_, i) =>
    document(i % 4, seed * 1_000 + i).slice(0, 1_000),
  );
  const all = cost(() => {
    for (let turn = 1; turn <= TURNS; turn++) {
      const { mask } = masker.open();
      for (const text of said.slice(0, 2 * turn)) mask(text);
    }
  });
  return all / TURNS;
}

/** The fastest of several conversations. */
function leastCostOfTurns(masker: LocalMasker): number {
  return Math.min(...Array.from({ length: 3 * ROUNDS }, (_, seed) => costOfTurns(masker, seed)));
}

// Remembered texts are not scanned, so that rounds over the same documents would measure nothing.
const masker = createMasker({ remember: false });
const documents = corpus();
const bytes = documents.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
const rounds = Array.from({ length: ROUNDS }, () =>
  cost(() => {
    for (const text of documents) masker.mask(text);
  }),
);
const hostile = Object.entries(hostileTexts(HOSTILE_SIZE))
  .map(([name, text]) => ({ name, ms: cost(() => masker.mask(text)) }))
  .sort((a, b) => b.ms - a.ms);

const result = {
  megabytes: Math.round(bytes / 1e5) / 10,
  documents: documents.length,
  firstMBps: Math.round(bytes / 1e2 / (rounds[0] ?? 1)) / 10,
  steadyMBps: Math.round(bytes / 1e2 / Math.min(...rounds)) / 10,
  hostileTexts: hostile.length,
  turns: TURNS,
  scannedTurnMs: Math.round(100 * leastCostOfTurns(masker)) / 100,
  rememberedTurnMs: Math.round(100 * leastCostOfTurns(createMasker())) / 100,
  worst: hostile.slice(0, 5).map(({ name, ms }) => ({ name, ms: Math.round(ms) })),
};

if (process.argv.includes("--json")) {
  console.log(JSON.stringify(result));
} else {
  console.log(
    `${result.megabytes} MB in ${result.documents} documents, processor time of one process`,
  );
  console.log(
    `throughput: ${result.steadyMBps} MB/s (first round, compiling included: ${result.firstMBps})`,
  );
  console.log(
    `a call of ${result.turns} turns of 2 kB, on average: ${result.rememberedTurnMs} ms, and ${result.scannedTurnMs} where nothing is remembered`,
  );
  console.log(`worst of ${result.hostileTexts} hostile texts of ${HOSTILE_SIZE / 1_000} kB:`);
  for (const { name, ms } of result.worst) console.log(`  ${String(ms).padStart(5)} ms  ${name}`);
}
