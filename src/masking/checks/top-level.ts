import { wordList } from "../text/word-tables.ts";

/**
 * Common top-level domains (IANA root zone database), for places where accepting any two letters
 * would match too much.
 */
const NAMES = wordList(`
  com net org edu gov info biz name online site store tech cloud blog xyz io co dev app ai me tv
  cc eu us uk ie de at ch li fr es it pt nl be lu se no dk fi is pl cz sk hu ro bg gr hr si rs lt
  lv ee ua by kz ru tr il ae sa eg ir pk in bd lk th vn id my sg ph cn tw hk jp kr au nz za ng ke
  ma ca mx br ar cl pe example test
`);

/** The same as alternatives of a regular expression. */
export const TOP_LEVEL: string = NAMES.join("|");

const TOP_LEVEL_DOMAINS = new Set(NAMES);

/** Whether `label`, in lower case, is one of them. */
export function isTopLevelDomain(label: string): boolean {
  return TOP_LEVEL_DOMAINS.has(label);
}
