import { isUuid, looksRandom } from "../../checks/disorder.ts";
import { matchAt } from "../../pattern/sticky.ts";
import { CONTEXTUAL, type Detector, type Emit, type Hit } from "../../scan/detector.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import { wordList } from "../../text/word-tables.ts";

/** Maximum distance between the `://` of an address and its gate. */
const REACH = 96;
/** Minimum length of a secret part; of a parameter, or of a part of a collection. */
const FEWEST = 20;
const FEWEST_ELSEWHERE = 32;

/** The rest of an address, and its parts. */
const MOST = 640;
const REST = /[^\s"'`<>\\^{}|\u007f]{1,640}/y;
const PART = /[^/?#&=,;]{20,640}/g;
/** Path segments after which a digest names a commit, a block or a file. */
const OF_DIGESTS =
  /\/(?:commits?|blobs?|trees?|tx|sha\d*|blocks?|raw|compare|archive|pull|address|ipfs|token|files?|releases?|assets?|static|docs?|images?)(?=[/:]|$)/i;
/** Resources of a webhook that have identifiers. */
const OF_CALLS =
  /(?:^|\/)(?:deliver(?:y|ies)|logs?|events?|subscriptions?|runs?|jobs?|projects?)\//i;
/** Hosts of code and articles, where webhooks are a topic. */
const OF_CODE = /^\/(?:[\w-]{1,40}\.){0,3}(?:github\w*|gitlab|bitbucket|npmjs|medium)\./i;
/** Hosts of blockchain explorers. */
const SHOWS = /explorer|scan/i;
/** Names of files, articles and digests: `webhook-4f1c….tgz`, `custom-hooks-4f1c…`, `sha256-…`. */
const NAMED = /\.[a-z]{1,4}$|^[a-z]{3,}-|^(?:sha|md)\d|@[\w-]+\.\w/i;
/** Ethereum networks; and addresses and blocks, in base58 or hexadecimal. */
const NODES = /mainnet|sepolia/;
const ADDRESS = /^(?:[1-9A-HJ-NP-Za-km-z]{43,44}|[0-9a-f]{40}|[0-9a-f]{64})$/;
/** Links that authorize an action: a new password, an account, a calendar. */
const OPENS = /reset|verif|confirm|activat|magic|invit|unsubscribe/i;
/** Links that log in. */
const LOGS_IN = /\/(?:[\w-]{0,16}(?:log|sign)-?in|in|auth\w{0,16}|session)\?[^?]*$/i;

/** Unguessable parts of addresses, which alone grant access. */
export const secretAddress: Detector = {
  type: "SECRET",
  name: "secret-address",
  kind: "secret",
  source: "documentation of webhooks (Slack, Discord, Teams, n8n) and of Ethereum nodes",
  check:
    "20 or more letters and digits that form no words; digests and UUIDs if the address names nothing else",
  context:
    "in URLs of webhooks, blockchain nodes and links sent by mail, and in the parameter `t=` of login and confirmation links; not commits, blocks and files",
  gates: {
    literals: wordList(`
      ://hook. ://hook- ://hooks. ://hooks- /webhook/ /webhooks/ /hook/ /hooks/ mainnet sepolia
      /magic/ /magic-link/ /magic_link/ /magiclink/ /invite/ /invites/ /invitation/ /invitations/
      reset-password/ password-reset/ /reset/ /activate/ /verify-email/ /confirm-email/ ?t= &t=
    `),
    ignoreCase: true,
  },
  find({ text, at, end }: Hit, emit: Emit): number {
    const whole = addressUpTo(text, at);
    const before = whole ?? pathUpTo(text, at);
    if (before === undefined) return end;
    const rest = matchAt(REST, text.view, end)?.[0] ?? "";
    const gate = text.slice(at, end).toLowerCase();
    // The query of a webhook describes the call.
    const parts = gate.endsWith("=") ? rest : (rest.split(/[?#]/, 1)[0] ?? "");
    for (const { 0: part, index } of parts.matchAll(PART)) {
      if (index + part.length === MOST) break;
      if (gate.startsWith("/") && OF_CALLS.test(parts.slice(0, index))) break;
      const value = part.replace(/[.:)\]!]+$/, "");
      const path = before + gate + rest.slice(0, index);
      if (!gate.includes("hook") && !NODES.test(gate) && index > 0) break;
      if (whole === undefined && !MIXED.test(value)) continue;
      if (opens(value, path, gate)) emit(end + index, end + index + value.length, CONTEXTUAL);
    }
    return end + (gate.endsWith("=") ? 0 : rest.length);
  },
};

/** The part of the address between its `://` and `at`; undefined if there is no address. */
function addressUpTo(text: ScannedText, at: number): string | undefined {
  const before = text.slice(Math.max(0, at - REACH), at + 3);
  const scheme = before.lastIndexOf("://");
  if (scheme < 1 || /[\s"'<>]/.test(before.slice(scheme))) return undefined;
  return text.slice(Math.max(0, at - REACH) + scheme + 2, at);
}

/** A path without its host, up to the gate. */
const PATH = /(?:^|[\s"'`(])((?:\/[\w.~-]{1,40}){0,5}\/?)$/;
/** Paths without a host are of files as well, so only letters of both cases and digits count. */
const MIXED = /^(?=.*\d)(?=.*[a-z]).*[A-Z]/;

/** The path up to `at`, as logs show requests: `GET /app/invite/…`. */
function pathUpTo(text: ScannedText, at: number): string | undefined {
  return PATH.exec(text.before(at, REACH))?.[1];
}

/** Whether the part after `path` is a secret one. */
function opens(value: string, path: string, gate: string): boolean {
  if (value.length < FEWEST || !looksRandom(value) || value.startsWith("0x")) return false;
  if (NAMED.test(value) && !isUuid(value)) return false;
  if (OF_DIGESTS.test(path) || OF_CODE.test(path)) return false;
  if (NODES.test(gate)) return isOfNode(path) && !ADDRESS.test(value);
  if (/^[a-z]{2,5}_/.test(value)) return false;
  const isHex = /^[0-9a-f-]*$/i.test(value);
  if (gate.endsWith("=")) {
    if (value.length < FEWEST_ELSEWHERE || /\.(?!php|aspx|html)\w{2,4}\?/.test(path)) return false;
    return OPENS.test(path) ? !isUuid(value) : LOGS_IN.test(path) && !isHex;
  }
  // The members of a collection, `/webhooks/4f1c…`, have identifiers.
  if (gate.endsWith("hooks/")) return value.length >= FEWEST_ELSEWHERE && !isHex;
  return true;
}

/**
 * `/mainnet.example.io/v3/`: the network is in the host, and the version is the only path segment.
 */
function isOfNode(path: string): boolean {
  const host = path.split("/", 2)[1] ?? "";
  return NODES.test(host) && !SHOWS.test(host) && /\/v\d\/$/.test(path);
}
