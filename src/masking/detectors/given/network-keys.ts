import { alike, type GivenPassword } from "./given-row.ts";
import { isSurelyPersonal } from "./given-value.ts";

/** What the key of a network is called, after a word for the network. */
const NOUN = "(?:netzwerk)?(?:schl(?:ü|ue)ssel|key|kennwort|passwor[dt]|passphrase|pass|pwd?|psk)";
/** An operator, or a few words and a verb, with quotes and emphasis on both sides. */
const BETWEEN = String.raw`["'*)]{0,3}(?: \((?:wpa[ \w/-]{0,12}|[25][.,]?4? ?ghz)\)(?=[ \t]?[:=]))?(?:[ \t]{0,4}[:=][*]{0,2}|(?: [\wà-ÿ.!-]{1,16}){0,4} (?:is|ist|lautet):?)?[ \t]{0,4}["'*\`]{0,3}`;
/** As on the stickers of routers: in one piece, or in groups of four. */
const OF_DIGITS = String.raw`\d{16,24}|\d{4}(?: \d{4}){3,5}`;
const DIGITS = String.raw`(${OF_DIGITS})(?![\w.]\w|-\d)`;

const behind = (noun: string): Pick<GivenPassword, "rest" | "isPassword"> => ({
  rest: new RegExp(noun + BETWEEN + DIGITS, "iy"),
  isPassword: isKept,
});

/** Names of routers with the number of a model, and of their makers with more behind a separator. */
const ROUTER = new RegExp(
  String.raw`^(?:fritz!?(?:box|repeater)|speedport|easybox|homebox|smarthub|livebox|freebox|bbox|connectbox)(?:[_-]\w{0,12}|\d{0,4}[a-z]{0,2})$|` +
    "^(?:netgear|linksys|zyxel|tp-?link|archer|nighthawk|orbi|deco|asus|huawei|d-?link|airport|starlink)[_-]\\w{1,12}$",
  "i",
);

/** What a person has made the key of a network, `WLAN-Schlüssel …`: keys of other things are random. */
const CHOSEN: Pick<GivenPassword, "rest" | "isPassword"> = {
  rest: new RegExp(
    // Neither `keyboard` nor `network_key_id`.
    String.raw`(?![a-zà-ÿ_])${BETWEEN}(${OF_DIGITS}|[^\s"'\`<>|\\;\u007f]{8,63})(?=["'\`*.,]{0,3}(?:\s|$|\\))`,
    "iy",
  ),
  isPassword: (value) =>
    /^[\d ]+$/.test(value) ? isKept(value) : isSurelyPersonal(value) && !ROUTER.test(value),
};

/** Keys of wireless networks: of digits only, the factory default of routers, or chosen by somebody. */
export const NETWORK_KEYS: readonly GivenPassword[] = [
  ...alike(
    "network key|network_key|networkkey|network security key|netzwerkschlüssel|netzwerkschluessel|wlanschlüssel|" +
      "wlan-schlüssel|wlan schlüssel|wlan-key|wlan key|wifi key|wifi-key|wi-fi key",
    CHOSEN,
  ),
  ...alike("wlan |wlan-|wlan_|wifi |wifi-|wifi_|wi-fi |wpa |wpa2 |wpa2-|wpa3 ", behind(NOUN)),
];

/** More than three different digits; repeated digits are from forms. */
function isKept(value: string): boolean {
  return new Set(value.replaceAll(" ", "")).size > 3;
}
