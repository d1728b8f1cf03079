import { alike, type GivenPassword } from "./given-row.ts";

/** What the key of a network is called, after a word for the network. */
const NOUN = "(?:netzwerk)?(?:schl(?:ü|ue)ssel|key|kennwort|passwor[dt]|passphrase|pass|pwd?|psk)";
/** An operator, or a few words and a verb, with quotes and emphasis on both sides. */
const BETWEEN = String.raw`["'*)]{0,3}(?:[ \t]{0,4}[:=][*]{0,2}|(?: [\wà-ÿ.!-]{1,16}){0,4} (?:is|ist|lautet):?)?[ \t]{0,4}["'*\`]{0,3}`;
/** As on the stickers of routers: in one piece, or in groups of four. */
const DIGITS = String.raw`(\d{16,24}|\d{4}(?: \d{4}){3,5})(?![\w.]\w|-\d)`;

const behind = (noun: string): Pick<GivenPassword, "rest" | "isPassword"> => ({
  rest: new RegExp(noun + BETWEEN + DIGITS, "iy"),
  isPassword: isKept,
});

/** Keys of wireless networks that consist of digits only, the factory default of routers. */
export const NETWORK_KEYS: readonly GivenPassword[] = [
  ...alike("wlan |wlan-|wlan_|wifi |wifi-|wifi_|wi-fi |wpa |wpa2 |wpa2-|wpa3 ", behind(NOUN)),
  ...alike(
    "network key|network_key|networkkey|network security key|netzwerkschlüssel|netzwerkschluessel|wlanschlüssel",
    behind(""),
  ),
];

/** More than three different digits; repeated digits are from forms. */
function isKept(value: string): boolean {
  return new Set(value.replaceAll(" ", "")).size > 3;
}
