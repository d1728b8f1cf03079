import { wordList } from "../../text/word-tables.ts";

/**
 * Country calling codes and how many digits may follow them. Source: ITU-T E.164 list of assigned
 * codes; lengths from the national numbering plans notified to the ITU (E.129). Format:
 * `code:digits` or `code:fewest-most`.
 */
const PLANS = wordList(`
  1:10 7:10 20:8-10 27:9 30:10 31:9 32:8-9 33:9 34:9 36:8-9 39:6-12 40:9 41:9 43:4-13 44:7-10 45:8
  46:6-10 47:5-8 48:9 49:5-12 51:8-9 52:10 53:6-8 54:10-11 55:10-11 56:8-9 57:8-10 58:10 60:7-10
  61:9 62:7-12 63:8-10 64:8-10 65:8 66:8-9 81:9-10 82:8-11 84:8-10 86:7-11 90:10 91:10 92:9-10
  93:9 94:9 95:7-10 98:10 211:9 212:9 213:8-9 216:8 218:8-9 220:7 221:9 222:8 223:8 224:8-9
  225:8-10 226:8 227:8 228:8 229:8-10 230:7-8 231:7-9 232:8 233:9 234:7-10 235:8 236:8 237:8-9
  238:7 239:7 240:9 241:7-8 242:9 243:7-9 244:9 245:7-9 246:7 247:4-6 248:7 249:9 250:8-9 251:9
  252:7-9 253:8 254:9 255:9 256:9 257:8 258:8-9 260:9 261:9-10 262:9 263:5-10 264:7-9 265:7-9
  266:8 267:7-8 268:7-8 269:7 290:4-5 291:7 297:7 298:6 299:6 350:8 351:9 352:4-11 353:7-10
  354:7-9 355:6-9 356:8 357:8 358:5-12 359:7-9 370:8 371:8 372:7-10 373:8 374:8 375:9 376:6-9
  377:8-9 378:6-10 380:9 381:6-10 382:8 383:8-9 385:8-9 386:8 387:8 389:8 420:9 421:9 423:7-9
  500:5 501:7 502:8 503:8 504:8 505:8 506:8 507:7-8 508:6 509:8 590:9 591:8 592:7 593:8-9 594:9
  595:9 596:9 597:6-7 598:4-8 599:7-8 670:7-8 672:5-6 673:7 674:7 675:7-8 676:5-7 677:5-7 678:5-7
  679:7 680:7 681:6 682:5 683:4-7 685:5-7 686:5-8 687:6 688:5-7 689:6-8 690:4-7 691:7 692:7 800:8
  850:6-10 852:8 853:8 855:8-9 856:8-10 870:9 878:10 880:8-10 881:8-9 882:7-12 883:7-12 886:8-9
  888:8-11 960:7 961:7-8 962:8-9 963:8-9 964:8-10 965:7-8 966:8-9 967:7-9 968:7-8 970:8-9 971:8-9
  972:8-9 973:8 974:8 975:7-8 976:8 977:8-10 992:9 993:8 994:9 995:9 996:9 998:9
`);

/** Digits of the longest code. */
const LONGEST_CODE = 3;
/**
 * Minimum and maximum number of digits after a code, by code; 0 for codes that are not assigned.
 */
const FEWEST = new Uint8Array(10 ** LONGEST_CODE);
const MOST = new Uint8Array(10 ** LONGEST_CODE);
for (const entry of PLANS) {
  const [code = "", range = ""] = entry.split(":");
  const [fewest = "", most = fewest] = range.split("-");
  FEWEST[Number(code)] = Number(fewest);
  MOST[Number(code)] = Number(most);
}

/**
 * Whether the first group, of `size` digits, can end there: no group ends within a country code.
 */
export function endsCode(digits: Uint8Array, from: number, size: number): boolean {
  const first = digits[from] as number;
  if (size >= LONGEST_CODE || first === 1 || first === 7) return true;
  if (size !== 2) return false;
  const code = 10 * first + (digits[from + 1] as number);
  // +38 (067) …: Ukraine writes the zero of its code with the area.
  return MOST[code] !== 0 || (code === 38 && digits[from + 2] === 0);
}

/** Minimum length of an international number. */
const LEAST_DIGITS = 7;

/**
 * Whether `size` digits from `from` on are an assigned code and as many digits as its plan has, or
 * one more for the trunk zero: +44 (0) 20 ...
 */
export function fitsPlan(digits: Uint8Array, from: number, size: number): boolean {
  if (size < LEAST_DIGITS || digits[from] === 0) return false;
  let code = 0;
  for (let width = 1; width <= LONGEST_CODE; width++) {
    code = 10 * code + (digits[from + width - 1] as number);
    const most = MOST[code] as number;
    if (most === 0) continue;
    const fewest = FEWEST[code] as number;
    const rest = size - width;
    const hasTrunk = digits[from + width] === 0;
    return (rest >= fewest && rest <= most) || (hasTrunk && rest > fewest && rest <= most + 1);
  }
  return false;
}

/** E.164: minimum and maximum number of digits, including the code. */
const MIN_E164 = 8;
const MAX_E164 = 15;

/** Whether this many digits can be a number of an older or newer plan, or a mistyped number. */
export function fitsAnyPlan(digits: Uint8Array, from: number, size: number): boolean {
  return digits[from] !== 0 && size >= MIN_E164 && size <= MAX_E164;
}
