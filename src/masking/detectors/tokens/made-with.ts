import { isUuid, looksRandom } from "../../checks/disorder.ts";
import { compiled } from "../../pattern/compiled.ts";
import { groupsEnding, lookingBack } from "../../pattern/looking-back.ts";
import { alternativesOf, wordList, wordSet } from "../../text/word-tables.ts";
import { isVendor } from "../assigned/name/name.ts";
import { isDigestLong, isMachineMade, saysHarmless } from "./machine-made.ts";

/** Maximum distance between the start of a call and the quote of its argument. */
export const CALL_REACH = 120;

/**
 * A call up to the quote of its argument, optionally with one argument before it:
 * `mailer.init(context, "`.
 */
const CALL = lookingBack(
  /((?:[A-Za-z_]\w{0,30}(?:\(\))?(?:\.|::|->|\\)){0,3}[A-Za-z_]\w{1,30}|require\(\\{0,7}["'][\w@][\w@/.-]{1,30}\\{0,7}["']\))\((?:([\w.&]{1,24}|\\{0,7}["'][\w.@-]{1,32}\\{0,7}["']), ?)?/,
);
/** What precedes a call whose result is assigned to a name. */
const KEPT = /([A-Za-z_]\w{0,30}) {0,2}(?::?=|:) {0,2}(?:await |new |&|\\){0,3}$/;

/** The last part of a call that configures something with its key, or opens a wallet. */
const SETS_UP =
  /(?:^|\.|::|->|[a-z]_)(?:init(?:iali[sz]e)?|setup|configure|authorize|[Nn]ew(?:Client|With\w{1,16})|privateKeyToAccount|Wallet)$/;
/** A call that creates an instance of a class. */
const MAKES = /(?:\.|::|->)[Nn]ew$/;
/** A client or a bot that is started. */
const STARTS = /(?:^|\.)(?:client|bot)\.(?:run|start|login|connect)$/;
/** A builder chain of a client; other builders create entries whose key is an identifier. */
const BUILDS = /(?:client|api|sdk|mailer|sender)(?:\.|::|->)builder(?:\(\))?\.key$/i;
/** Classes that talk to a service. */
const CLIENT =
  /(?:client|api|sdk|gateway|mailer|sender|connector)s?(?:(?:\.|::|->)(?:builder|new|create))?$/i;
/** Minimum length of an argument of other calls. */
const FEWEST = 24;
/** Services whose names are words with other meanings elsewhere. */
const SERVICES = wordSet(`
  africastalking arcjet cartesia census clerk comet composio configcat e2b exa fireworks firecrawl
  fred gladia humanloop ideogram jina knock llamaparse lmnt mem0 neynar novu nylas polar raindrop
  reka resend roboflow tavily together trieve turbopuffer vapi vectara voyage zep
`);
/** The parts of a call that create the client, after the name of a service. */
const MAKER = /^(?:new|create|builder|client|api|sdk)$/;
/** Names of variables that hold clients. */
const CALLED_CLIENT = /^(?:client|api|sdk|cli|svc|service)$|(?:client|api|sdk)$/i;
/** Classes whose instances are identified by a digest or an identifier. */
const OBJECT = compiled(
  new RegExp(
    alternativesOf({
      storage:
        "blob|object|snapshot|layer|manifest|asset|artifact|package|module|store|\\bgit\\b|repo|branch",
      "processes and devices":
        "node|peer|logger|task|job|process|thread|channel|sensor|device|lock|migrat",
      records:
        "page|cell|user|item|event|room|game|model|record|entity|doc|product|group|team|project|member|row|entry",
      views: "view|component|element|widget|field|gtag",
      cryptography: "crypto|cipher|\\bmd\\b|\\bmac\\b|\\baes\\b|\\brng\\b|\\brandom\\b",
    }),
  ),
);
/**
 * Methods that read, find or change the object with that identifier: `getApi(`, `catalog.Get(`,
 * `byHash(`.
 */
const READS = new RegExp(
  `^(?:${wordList(`
    [Gg]et [Ff]ind [Ss]how [Ll]ook_?[Uu]p [Ll]oad [Ff]etch [Oo]pen [Rr]ead [Cc]heckout [Bb]y
    [Dd]elete [Rr]emove [Cc]all [Uu]se [Rr]egister [Uu]pdate [Rr]esolve [Aa]dd [Ll]ist [Ss]elect
    [Ss]et [Hh]as [Ii]s [Cc]heck [Vv]alidate [Cc]lose
  `).join("|")})(?![a-z])`,
);
/**
 * A class, recognized by its capital, or its constructor; or a constructor in a package:
 * `mailer.New`.
 */
const CLASS = /(?:^|\W)(?:[A-Z]\w*(?:(?:\.|::|->)(?:builder|create|new))?|[Nn]ew)$/;
/** The command of a snippet: `mailer("init", "…")`. */
const COMMAND = /^\\{0,7}["'](?:init|config|setup)\\{0,7}["']$/;

/** Whether the value whose quote follows `before` creates a client or configures a library. */
export function isMadeWith(before: string, value: string): boolean {
  const call = groupsEnding(before, CALL);
  const [, callee = "", argument = ""] = call ?? [];
  if (call === null || saysHarmless(callee) || OBJECT.test(callee.toLowerCase())) return false;
  const isSecond = /^\\{0,7}["']/.test(argument);
  if (isSecond && value.length >= FEWEST && isCommanded(argument, value)) return true;
  if (/(?:Wallet|privateKeyToAccount)$/.test(callee)) return !isSecond && isKey(value);
  if (READS.test(callee.split(/\W+/).at(-1) ?? "")) return false;
  if (!isSecond && isOfService(callee) && (looksRandom(value) || isUuid(value))) return true;
  if (value.length < FEWEST || !isMachineMade(value)) return false;
  // After a string argument, only a service client is certain to receive a key.
  if (isSecond && isOfService(callee)) return true;
  if (isSecond && !CLIENT.test(callee)) return false;
  const setsUp =
    SETS_UP.test(callee) ||
    BUILDS.test(callee) ||
    (callee.startsWith("require") && argument === "");
  if (setsUp) return true;
  const head = before.slice(0, before.lastIndexOf(`${callee}(`));
  const isClient = CLIENT.test(callee) || isKeptAsClient(head, callee);
  // Clients have identifiers too, and objects identified by a digest may be kept as `client`.
  if (isDigestLong(value)) return isClient && (CLASS.test(callee) || /\bnew \\?$/.test(head));
  return isClient || MAKES.test(callee) || STARTS.test(callee);
}

/**
 * Whether it creates the client of a service that takes nothing but a key: `Roboflow(`, `exa.New(`.
 */
function isOfService(callee: string): boolean {
  if (!CLASS.test(callee)) return false;
  const parts = callee.toLowerCase().split(/\W+/);
  const service = parts.findLast((part) => !MAKER.test(part)) ?? "";
  return isVendor(service) || SERVICES.has(service);
}

/** `mailer("init", "…")`. With `config`, the value is more often an identifier. */
function isCommanded(command: string, value: string): boolean {
  if (!COMMAND.test(command) || value.includes("-") || !isMachineMade(value)) return false;
  return !(command.includes("config") && isDigestLong(value));
}

/**
 * `client = Mailer(`, `mailer := mailer.New(`: the result is named a client, or after its
 * constructor.
 */
function isKeptAsClient(before: string, callee: string): boolean {
  const name = KEPT.exec(before)?.[1];
  if (name === undefined || saysHarmless(name)) return false;
  if (CALLED_CLIENT.test(name)) return true;
  const parts = callee.toLowerCase().split(/\W+/);
  return name.length > 2 && parts.includes(name.toLowerCase());
}

function isKey(value: string): boolean {
  return /^(?:0x)?[0-9a-f]{64}$/.test(value);
}
