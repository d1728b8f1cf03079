import { compiled } from "../../pattern/compiled.ts";
import { endsIn, groupsEnding, lookingBack } from "../../pattern/looking-back.ts";
import type { ContextRule } from "../../scan/context.ts";
import { alternativesOf } from "../../text/word-tables.ts";

const VERSION = String.raw`\bv(?!["']?\s{0,2}[:=])|\bver(?:s)?\.?|\bpkgver|version(?:[_ -]?(?:name|string|info|number|code))?\.?`;

/** What has versions of four numbers, and parts of documents numbered like them. */
const NUMBERED = compiled(
  new RegExp(
    `(?:${alternativesOf({
      versions: [
        VERSION,
        String.raw`\bversion_compare|\brev(?:ision)?|@since|\bsince @`,
        // The name of a product (NIST IR 7695): `cpe:/a:vendor:product:`.
        String.raw`\bcpe:(?:/|2\.3:)[aho](?::[\w.~!%*\\-]{1,40}){2}(?=:)`,
        String.raw`\brelease|\bbuild|\bstep|\bfirmware|assembly\w*|\boid|\bprotocol`,
      ],
      "parts of documents": String.raw`\bsection|\bsec\.|\bclause|\bchapter|\btable|\bfigure|\bfig\.|\bparagraph|§`,
      packages: [
        String.raw`\bnpm@?|\bpnpm@?|\byarn@?|\bpip|\b(?:open)?jdk|\bdotnet|\bchrom(?:e|ium)|\belectron@?`,
        String.raw`\bv8@?|\bcmake|[a-z]\.[a-z][\w.-]{0,40}:[a-z][\w.-]{0,60}(?=:)`,
      ],
      upgrades: [
        String.raw`\bdeps?\b[^\n]{1,40} to|\bbump\w{0,3} [^\n]{1,40} to|\b(?:up|down)grad\w{1,3}(?: from)?`,
        String.raw`\b(?:up|down)grad\w{1,3} [^\n]{1,40}(?:->|→)|\b(?:up|down)grad\w{1,3} (?:from )?[\d.]{3,15} to`,
      ],
    })})(?:\\\\{0,7}["']|</key>\\s{0,12}<string(?=>))?\\s{0,2}(?:=>|%3d|[:=(>])?\\s{0,2}(?:\\\\{0,7}["']|\\()?$`,
  ),
);

/** What follows versions, or statements about them. */
const STATED = compiled(
  /^["'`)]{0,2}(?:-(?:alpha|beta|rc|pre|dev|snapshot|release|nightly|[a-z]{3,12}-[0-9a-f]{7,40})\b|[+~.-](?:dfsg|repack)|,? release|,? (?:and|or) (?:lower|later|newer|older|earlier|higher|above|below)\b)/,
);

/** Whether four numbers with dots are a version or a section, by what is around them. */
export const isVersion: ContextRule = ({ before, after }) =>
  NUMBERED.test(before) || STATED.test(after);

/** Where versions and sections are, and now and then an address: `added in …`. */
const MENTIONED = lookingBack(
  new RegExp(
    `(?:${alternativesOf({
      "versions in lists of arguments": String.raw`(?:${VERSION})\\{0,7}["'],`,
      standards: String.raw`\becma-?\d{3}|\becmascript|\bes(?:[5-9]|20\d\d)`,
      changes: String.raw`\b(?:added|fixed|introduced|deprecated|removed|available) (?:in|since|as of):?`,
    })})[ ]{0,2}(?:\\\\{0,7}["']|\\()?`,
  ),
);

/** Parts of documents and buildings in other languages, and enzymes. */
const PLACES = alternativesOf({
  en: "(?:sub)?sections?|§§?|clauses?|chapters?|paragraphs?|articles?|appendix|annex|requirements?|rooms?",
  de: "abschnitte?|kapitel|ziffern?|absatz|anhang|anlage|raum|zimmer|hörsaal",
  fr: "chapitres?|annexe|alinéa|salle",
  "es, pt":
    "secci[oó]n|se[cç][aã]o|apartado|cap[ií]tulo|cl[aá]usula|art[ií]culo|artigo|anexo|sala|aula",
  it: "sezione|capitolo|paragrafo|articolo|allegato|stanza",
  nl: "hoofdstuk|paragraaf|bijlage|lokaal|kamer",
  "pl, cs": "rozdzia[lł][a-z]{0,2}|sekcj[aię]|załącznik|sali|pok[oó]j|kapitol[ay]|oddíl|místnost",
  "sv, da, nb": "avsnitt|afsnit|lokale",
  tr: "bölüm|madde|oda",
  "ru, uk":
    "раздел[а-я]{0,2}|розділ[а-я]{0,2}|глав[аеы]|пункт[а-я]{0,2}|кабинет|комнат[аеы]|аудитори[яи]",
  "zh, ja, ko": "第|章节|章節|セクション|会议室|會議室|会議室|教室|회의실",
  enzymes: "ec(?: (?:number|no\\.|nr\\.))?",
});
const AT_PLACE = directlyBehind(PLACES);

/** Products whose releases have four numbers. Hosts are called after them: `db2`, `rails`. */
const AT_PRODUCT = directlyBehind(
  [
    String.raw`oracle(?: (?:database|db|client|\d{1,2}[cgi]))?|db2|weblogic(?: server)?|websphere`,
    "hadoop|hdp|cdh|virtualbox|skype|whatsapp|acrobat|(?:acrobat|adobe) reader|jboss|peopletools",
    "rails|active(?:support|record|model)|jackson(?:-[a-z]{3,16}){0,3}",
    "linux(?: kernel)?|util-linux(?:-ng)?|pandoc",
  ].join("|"),
);
const OF_HOSTS =
  /(?<![a-z])(?:ping|ssh|scp|rsync|telnet|curl|traceroute|nslookup|dig|hosts?|ip|addr(?:ess(?:es)?)?|db[013-9])(?![a-z\d])/;

function directlyBehind(words: string): RegExp {
  return lookingBack(
    new RegExp(
      `(?<![a-zà-ÿа-я\\d.-])(?:${words})(?: (?:no|nr|n°|nº)\\.?)?[.:]? ?["'(]?` +
        // The earlier ones of a list: `sections 4.12.1.3 and `.
        String.raw`(?:\d{1,3}(?:\.\d{1,3}){1,4}(?:, ?| (?:and|or|to|und|bis|et|y|e|и) )){0,4}`,
    ),
  );
}

/** A port, and the end of an expression: `^10\.0\.0\.5$`. */
const OF_ADDRESS = /^(?::\d|\$)/;

/**
 * Whether numbers that may be either are directly behind the word for a section, a room or a
 * product. It does not look at the numbers: `23.14.55.66` is an address there too.
 */
export const isNumberOfPlace: ContextRule = ({ before, after }) => {
  if (OF_ADDRESS.test(after)) return false;
  if (endsIn(before, AT_PLACE)) return true;
  return endsIn(before, AT_PRODUCT) && !OF_HOSTS.test(before) && !OF_HOSTS.test(after);
};

/** Operators of requirements, and where files of packages and images have versions. */
const REQUIRED = lookingBack(
  new RegExp(
    `(${alternativesOf({
      "at least, or compatible": String.raw`(?:[\w.-]{1,24}["']?\s?[:=]\s?)?[\w.[\]"'-]{1,40}(?:>=| ?~[>=]) ?|[\w.-]{0,40}["']?: ?["'][~^]`,
      exactly: String.raw`(?:^|[\s"',])[a-z][\w.[\]-]{1,40}={2,3}`,
      "the tag of an image": String.raw`(?:\bimage["']?\s?[:=]\s?["']?|(?:^|\n)from |\bdocker (?:pull|run) )[\w./-]{2,60}:`,
    })})`,
  ),
);
/** Names of addresses, which are compared as well: `ip.src==…`, `node >= …`, `first>=…`. */
const OF_NETWORK = compiled(
  new RegExp(
    [
      String.raw`ip|addr|host|server|gateway|client|peer|src|dst|remote|\d\.\d|(?:^|[^a-z])(?:`,
      "source|dest|destination|target|origin|sender|receiver|visitor|caller|node|router|user|location|",
      "start|end|first|last|begin|range|low|high|min|max|net|network|subnet|cidr|dns|lan|wan|gw)(?![a-z-])",
    ].join(""),
  ),
);

/** What is on both sides of versions in files of packages, and of sections. */
const BETWEEN: readonly (readonly [before: RegExp, after: RegExp])[] = [
  // A line of Gemfile.lock, and a heading of a changelog.
  [lookingBack(/((?:^|\n) {4}[a-z][\w-]{1,40} \()/), /^\)(?:\r?\n|$)/],
  // What Debian's changelogs head an entry with, and what its packages require.
  [
    lookingBack(/((?:^|\n)[a-z][\w.+-]{1,40} \()/),
    /^(?:-[\w.+~]{1,24})?\) [a-z][a-z-]{2,16}(?: [a-z-]{3,16})?; ?[a-z-]{3,16}=/,
  ],
  [lookingBack(/([a-z][\w.+-]{1,40} \((?:<<|<=|=|>=|>>) )/), /^(?:-[\w.+~]{1,24})?\)/],
  [lookingBack(/((?:^|\n)#{1,4} \[)/), /^\](?: ?[-–—(])/],
  [lookingBack(/(^|\s)/), /^ \/ (?:19|20)\d\d-\d\d-\d\d\r?\n[=-]{3}/],
  // Headings of pages, of their tables of contents, of Markdown, and of plain text: `4.2.13.1.  Title`.
  [lookingBack(/(["']><\/a>)/), /^\.? [^\d\s(.]/],
  [
    lookingBack(/((?:^|\n)#{4,5} )/),
    // Not the name of a host alone: `web01`.
    /^\.? (?!(?:[a-z]{2,12}-){0,3}[a-z]{0,12}\d{1,3}[ \t]*(?:\n|$))[^\d\s(.]/,
  ],
  // A remark about a part of a standard: `// [23.2.1.1] capacity`.
  [lookingBack(/(\/\/ {1,2}\[)/), /^\] [a-z]{4}/],
  // A sentence that ends in an address may be wrapped before it.
  [lookingBack(/((?:^|\n[ \t]*\r?\n|[. ]\d{1,4}\r?\n)[ \t]{0,16})/), /^\. {2}[^\d\s.]/],
  // 19.1.2.4 / 15.2.3.6 Object.defineProperty(
  [
    lookingBack(/(^|\s)/),
    /^(?: \/ \d{1,2}(?:\.\d{1,2}){2,4})? (?:get |set )?(?:array|atomics|date|error|function|json|map|math|number|object|promise|proxy|reflect|regexp|set|string|symbol|weakmap|weakset)\.(?:prototype\b|[a-z]\w{1,30}\()/,
  ],
];

/** What is on both sides of the numbers of headings, whatever they are about. */
const HEADED: readonly (readonly [before: RegExp, after: RegExp])[] = [
  [
    lookingBack(/(?:\btitle=|class=["']title["']>|(?:#|\.x?html)[\w.-]{0,60}["']>)["']?/),
    /^\. ?[^\d\s.]/,
  ],
  [
    lookingBack(/class=["'](?:(?:header-|toc-)?section-number|sec(?:t?num|no))["']>/),
    /^\.?\s?<\/span>/,
  ],
  [lookingBack(/class=["'](?:sub){0,2}(?:section|heading)["']>/), /^\.? [^\d\s(.]/],
  // A line of dots below it, as in manuals of GNU.
  [
    lookingBack(/(?:^|\n)/),
    /^ (?!(?:[a-z]{2,12}-){0,3}[a-z]{0,12}\d{1,3}[ \t]*\n)[^\d\s(.][^\n]{0,56}\n\.{4}/,
  ],
  // One of several lines of a table of contents: `* 5.6.12. Title`.
  [
    lookingBack(
      /(?:^|\n)[ \t]{0,16}(?:\*|--) \d{1,2}(?:\.\d{1,2}){1,3}\. [^\n]{1,48}\n[ \t]{0,16}(?:\*|--) /,
    ),
    /^\. [^\d\s.]/,
  ],
];

/** Whether numbers below a hundred begin a heading of a document. */
export const isHeading: ContextRule = ({ before, after }) =>
  HEADED.some(([left, right]) => right.test(after) && endsIn(before, left));

/**
 * Whether numbers that may be either are a version or a section rather than an address: in
 * requirements, lock files, changelogs, images and standards.
 */
export const isRelease: ContextRule = ({ before, after }) => {
  if (OF_ADDRESS.test(after)) return false;
  if (endsIn(before, MENTIONED)) return true;
  const between = BETWEEN.find(([left, right]) => right.test(after) && endsIn(before, left));
  const what = groupsEnding(before, between?.[0] ?? REQUIRED)?.[1];
  return what !== undefined && !OF_NETWORK.test(what);
};
