import { isUuid, looksRandom } from "../../checks/disorder.ts";
import { compiled } from "../../pattern/compiled.ts";
import { isVendor } from "../assigned/name.ts";
import { isDigestLong, isMachineMade, saysHarmless } from "./machine-made.ts";

/** Farthest that the call begins before the quote of its argument. */
export const CALL_REACH = 120;

/** A call up to the quote of its argument, with another one before it: `mailer.init(context, "`. */
const CALL =
  /((?:[A-Za-z_]\w{0,30}(?:\(\))?(?:\.|::|->|\\)){0,3}[A-Za-z_]\w{1,30}|require\(["'][\w@][\w@/.-]{1,30}["']\))\((?:([\w.&]{1,24}|["'][\w.@-]{1,32}["']), ?)?$/;
/** What stands before a call whose result is kept under a name. */
const KEPT = /([A-Za-z_]\w{0,30}) {0,2}(?::?=|:) {0,2}(?:await |new |&|\\){0,3}$/;

/** The last part of a call that sets something up with its key, or opens a wallet. */
const SETS_UP =
  /(?:^|\.|::|->|[a-z]_)(?:init(?:iali[sz]e)?|setup|configure|authorize|[Nn]ew(?:Client|With\w{1,16})|privateKeyToAccount|Wallet)$/;
/** What makes one of its class. */
const MAKES = /(?:\.|::|->)[Nn]ew$/;
/** A client or a bot that is set going. */
const STARTS = /(?:^|\.)(?:client|bot)\.(?:run|start|login|connect)$/;
/** A chain of calls that builds a client; others build entries that are called by their key. */
const BUILDS = /(?:client|api|sdk|mailer|sender)(?:\.|::|->)builder(?:\(\))?\.key$/i;
/** Classes of what talks to a service. */
const CLIENT =
  /(?:client|api|sdk|gateway|mailer|sender|connector)s?(?:(?:\.|::|->)(?:builder|new|create))?$/i;
/** Fewest characters of what anything else is made with. */
const FEWEST = 24;
/** Services that are called by words of other meanings elsewhere. */
const SERVICES: ReadonlySet<string> = new Set(
  "africastalking arcjet browserbase cartesia census clerk comet composio configcat e2b exa fireworks firecrawl fred gladia humanloop ideogram jina knock llamaparse lmnt mem0 neynar novu nylas polar raindrop reka resend roboflow tavily together trieve turbopuffer unstructured vapi vectara voyage zep".split(
    " ",
  ),
);
/** The part of a call behind the name of a service that makes its client. */
const MAKER = /^(?:new|create|builder|client|api|sdk)$/;
/** What clients are called where they are kept. */
const CALLED_CLIENT = /^(?:client|api|sdk|cli|c|svc|service)$|(?:client|api|sdk)$/i;
/** Classes of what is called by its digest or its identifier. */
const OBJECT = compiled(
  /blob|object|snapshot|layer|manifest|node|peer|asset|artifact|package|module|image|logger|page|cell|user|item|event|task|job|process|thread|channel|room|game|model|record|entity|doc|product|migrat|lock|group|team|project|repo|branch|member|view|component|element|widget|field|row|entry|device|sensor|crypto|cipher|\bmd\b|\bmac\b|\baes\b|\brng\b|\brandom\b|gtag|store|\bgit\b/,
);
/** What reads, finds or changes the one that is called so: `getApi(`, `catalog.Get(`, `byHash(`. */
const READS =
  /^(?:[Gg]et|[Ff]ind|[Ss]how|[Ll]ook_?[Uu]p|[Ll]oad|[Ff]etch|[Oo]pen|[Rr]ead|[Cc]heckout|[Bb]y|[Dd]elete|[Rr]emove|[Cc]all|[Uu]se|[Rr]egister|[Uu]pdate|[Rr]esolve|[Aa]dd|[Ll]ist|[Ss]elect|[Qq]uery|[Ss]et|[Hh]as|[Ii]s|[Cc]heck|[Vv]alidate|[Cc]lose|[Rr]evoke)(?![a-z])/;
/** A class, by its capital, and what makes one of it; or what makes one in a package: `mailer.New`. */
const CLASS = /(?:^|\W)(?:[A-Z]\w*(?:(?:\.|::|->)(?:builder|create|new))?|[Nn]ew)$/;
/** The command of a snippet: `mailer("init", "…")`. */
const COMMAND = /^["'](?:init|config|setup)["']$/;

/** Whether a client is made or a library set up with the value whose quote stands behind `before`. */
export function isMadeWith(before: string, value: string): boolean {
  const call = CALL.exec(before);
  const [, callee = "", argument = ""] = call ?? [];
  if (call === null || saysHarmless(callee) || OBJECT.test(callee.toLowerCase())) return false;
  const isSecond = /^["']/.test(argument);
  if (isSecond && value.length >= FEWEST && isCommanded(argument, value)) return true;
  if (/(?:Wallet|privateKeyToAccount)$/.test(callee)) return !isSecond && isKey(value);
  if (READS.test(callee.split(/\W+/).at(-1) ?? "")) return false;
  if (!isSecond && isOfService(callee) && (looksRandom(value) || isUuid(value))) return true;
  if (value.length < FEWEST || !isMachineMade(value)) return false;
  // Behind a text, only what makes a client of somebody's account is sure to be given a key.
  if (isSecond && isOfService(callee)) return true;
  if (isSecond && !CLIENT.test(callee)) return false;
  const setsUp =
    SETS_UP.test(callee) ||
    BUILDS.test(callee) ||
    (callee.startsWith("require") && argument === "");
  if (setsUp) return true;
  const head = before.slice(0, call.index);
  const isClient = CLIENT.test(callee) || isKeptAsClient(head, callee);
  // Clients have identifiers as well, and what is called by its digest may be kept as one.
  if (isDigestLong(value)) return isClient && (CLASS.test(callee) || /\bnew \\?$/.test(head));
  return isClient || MAKES.test(callee) || STARTS.test(callee);
}

/** Whether it makes the client of a service that takes nothing but a key: `Roboflow(`, `exa.New(`. */
function isOfService(callee: string): boolean {
  if (!CLASS.test(callee)) return false;
  const parts = callee.toLowerCase().split(/\W+/);
  const last = parts.at(-1) ?? "";
  const service = MAKER.test(last) ? (parts.at(-2) ?? "") : last;
  return isVendor(service) || SERVICES.has(service);
}

/** `mailer("init", "…")`; what is configured that way is more often called by an identifier. */
function isCommanded(command: string, value: string): boolean {
  if (!COMMAND.test(command) || value.includes("-") || !isMachineMade(value)) return false;
  return !(command.includes("config") && isDigestLong(value));
}

/** `client = Mailer(`, `mailer := mailer.New(`: what is made is called a client, or what it is made by. */
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
