import { compiled } from "../../pattern/compiled.ts";
import type { ContextRule } from "../../scan/context.ts";
import { alternativesOf } from "../../text/word-tables.ts";

/** What has versions of four numbers, and parts of documents numbered like them. */
const NUMBERED = compiled(
  new RegExp(
    `(?:${alternativesOf({
      versions: [
        String.raw`\bv(?!["']?\s{0,2}[:=])|\bver(?:s)?\.?|\bpkgver|version(?:[_ -]?(?:name|string|info|number|code))?\.?`,
        String.raw`\bversion_compare|\brev(?:ision)?`,
        String.raw`\brelease|\bbuild|\bstep|\bfirmware|assembly\w*|\boid|\bprotocol`,
      ],
      "parts of documents": String.raw`\bsection|\bsec\.|\bclause|\bchapter|\btable|\bfigure|\bfig\.|\bparagraph|§`,
      standards: String.raw`\becma-?\d{3}|\becmascript|\bes(?:[5-9]|20\d\d)`,
      packages: [
        String.raw`\bnpm@?|\bpnpm@?|\byarn@?|\bpip|\b(?:open)?jdk|\bdotnet|\bchrom(?:e|ium)|\belectron@?`,
        String.raw`\bv8@?|\bcmake|[a-z]\.[a-z][\w.-]{0,40}:[a-z][\w.-]{0,60}(?=:)`,
      ],
      upgrades: [
        String.raw`\bdeps?\b[^\n]{1,40} to|\bbump\w{0,3} [^\n]{1,40} to|\b(?:up|down)grad\w{1,3}(?: from)?`,
        String.raw`\b(?:up|down)grad\w{1,3} [^\n]{1,40}(?:->|→)|\b(?:up|down)grad\w{1,3} (?:from )?[\d.]{3,15} to`,
      ],
      changes: String.raw`\b(?:added|fixed|introduced|deprecated|removed|available) (?:in|since|as of)`,
    })})(?:\\\\{0,7}["'])?\\s{0,2}(?:=>|%3d|[:=(>]|(?<=["']),)?\\s{0,2}(?:\\\\{0,7}["']|\\()?$`,
  ),
);

/** Operators of requirements, and where files of packages and images have versions. */
const REQUIRED = compiled(
  new RegExp(
    `(?:${alternativesOf({
      "at least, or compatible": String.raw`(?:~>|~=|[\w\]"']>=|: ?["'][~^]) ?`,
      exactly: String.raw`(?:^|[\s"',])[a-z][\w.[\]-]{1,40}={2,3}`,
      "a line of Gemfile.lock": String.raw`(?:^|\n) {4}[a-z][\w-]{1,40} \(`,
      "a heading of a changelog": String.raw`(?:^|\n)#{1,4} \[`,
      "the tag of an image": String.raw`(?:\bimage["']?\s?[:=]\s?["']?|(?:^|\n)from |\bdocker (?:pull|run) )[\w./-]{2,60}:`,
    })})$`,
  ),
);
/** Names of addresses, which are compared as well: `ip.src==…`, `## host …`. */
const OF_NETWORK = /ip|addr|host|server|gateway|client|peer|src|dst|remote/;

/** What follows versions and sections, or statements about them. */
const AFTER = compiled(
  new RegExp(
    `^(?:${alternativesOf({
      "marks of versions":
        "[\"'`)]{0,2}-(?:alpha|beta|rc|pre|dev|snapshot|release|nightly|[a-z]{3,12}-[0-9a-f]{7,40})\\b",
      statements:
        "[\"'`)]{0,2}(?:,? release|,? (?:and|or) (?:lower|later|newer|older|earlier|higher|above|below)\\b)",
      "dates in changelogs": String.raw` \/ (?:19|20)\d\d-\d\d-\d\d\s`,
      // 19.1.2.4 / 15.2.3.6 Object.defineProperty(
      "sections of ECMA-262": [
        String.raw`(?: \/ \d{1,2}(?:\.\d{1,2}){2,4})? (?:get |set )?(?:array|atomics|date|error|function|json|map|math|number`,
        String.raw`object|promise|proxy|reflect|regexp|set|string|symbol|weakmap|weakset)\.[a-z]\w{1,30}`,
      ],
    })})`,
  ),
);

/** Whether four numbers with dots are a version or a section, by what is around them. */
export const isVersion: ContextRule = ({ before, after }) => {
  if (NUMBERED.test(before) || AFTER.test(after)) return true;
  const required = REQUIRED.exec(before)?.[0];
  return required !== undefined && !OF_NETWORK.test(required);
};
