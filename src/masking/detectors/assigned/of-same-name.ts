import type { ScannedText } from "../../text/scanned-text.ts";
import type { Stretch } from "../../text/stretch.ts";

/** Whose a value is, and the verb behind it: ` for Windows10 is `, ` für web-01 ist `. */
const OWNER =
  /^[^:="'`\n]{1,80} (?=[a-z._-]{1,40}\d)([a-z][\w.-]{1,40})(?: [^\s\d:="'`]{1,16}){1,2} $/i;
const NUMBERED = /^([a-z]{2,20}(?:[_-][a-z]{1,20}){0,3})[_-]?(\d{1,4})(?:\.\d)?$/;
/** What names of secrets have behind that of their owner: `k8s-secret-v2`, `us-east-1a`. */
const REST =
  /^(?:[a-z]|(?:[_-](?:secrets?|creds?|credentials?|tokens?|keys?|password|login|v?\d{1,2})){1,4})$/;

/**
 * `password for Windows10 is Windows11`, `secret for k8s is k8s-secret-v2`: the next one of its
 * kind, or the name of the secret. People do choose the name itself: `admin2`.
 */
export function isOfSameName(text: ScannedText, name: Stretch, { start, end }: Stretch): boolean {
  const between = text.slice(name.end, Math.min(start, name.end + 128));
  const owner = OWNER.exec(between)?.[1]?.toLowerCase();
  if (owner === undefined) return false;
  const value = text.slice(start, end).toLowerCase();
  if (value.startsWith(owner)) return REST.test(value.slice(owner.length));
  const [, kind, number = ""] = NUMBERED.exec(owner) ?? [];
  const [, again, next = ""] = NUMBERED.exec(value) ?? [];
  return kind !== undefined && kind === again && next.length <= Math.max(2, number.length);
}
