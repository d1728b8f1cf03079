/**
 * Values in the spelling of people who want to avoid detection, and as programs encode them without
 * that intention.
 */
import type { Make } from "./rows.ts";
import { card, grouped, iban, pick, randomFrom } from "./samples.ts";

const DIGITS = "0123456789";
const EMAIL = "jane@example.com";

const from = (first: number) => (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(first + Number(digit)));
const fullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));
const broken = (text: string): string => [...text].join("\u200b");
const percent = (text: string): string =>
  text.replace(/[^A-Za-z0-9.]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
const everyPercent = (text: string): string =>
  text.replace(/[!-~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
const entities = (text: string): string =>
  text.replace(/[^A-Za-z0-9 ]/g, (char) => `&#${char.charCodeAt(0)};`);
const bold = (text: string): string =>
  text.replace(/[a-z]/g, (char) => String.fromCodePoint(0x1d41a + char.charCodeAt(0) - 97));

const visa: Make = (random) => card("4", 16, Math.floor(random() * 1e9));
const german: Make = (random) => iban("DE", pick(random, DIGITS, 18));
const ssn: Make = (random) =>
  `${pick(random, "12345", 3)}-${pick(random, "12345", 2)}-${pick(random, "12345", 4)}`;
const phone: Make = () => "+44 20 7946 0958";
const ip: Make = () => "203.0.113.77";
const of =
  (make: Make, disguise: (text: string) => string): Make =>
  (random) =>
    disguise(make(random));

export const DISGUISED: Readonly<Record<string, Make>> = {
  "EMAIL without its at sign": () => "jane [at] example [dot] com",
  "EMAIL in round brackets": () => "jane(at)example.com",
  "EMAIL in capitals": () => "jane AT example DOT com",
  "EMAIL in words": () => "jane at example dot com",
  "EMAIL with dashes": () => "jane -at- example -dot- com",
  "EMAIL with a broken dot": () => "jane@example[.]com",
  "EMAIL with spaces around its sign": () => "jane @ example.com",
  "EMAIL as entities": () => entities(EMAIL),
  "EMAIL as hexadecimal entities": () => "jane&#x40;example&#x2e;com",
  "EMAIL as named entities": () => "jane&commat;example&period;com",
  "EMAIL as a URL writes it": () => percent(EMAIL),
  "EMAIL with every character as a URL writes it": () => everyPercent(EMAIL),
  "CREDIT_CARD with every character as a URL writes it": of(visa, everyPercent),
  "IP with every character as a URL writes it": of(ip, everyPercent),
  "US_SSN with tabs": () => "SSN 536\t22\t8726",
  "US_SSN over lines": () => "SSN 536\n22-8726",
  "EMAIL as a URL within a URL writes it": () => "jane%2540example.com",
  "EMAIL as JSON writes it": () => "jane\\u0040example.com",
  "EMAIL in full width": () => fullWidth(EMAIL),
  "EMAIL with gaps nobody sees": () => broken(EMAIL),
  "EMAIL with tags": () => [...EMAIL].join("\u{e0061}"),
  "EMAIL with a soft hyphen": () => "jane@exam\u00adple.com",
  "EMAIL in bold": () => bold(EMAIL),
  "EMAIL with Cyrillic letters": () => "j\u0430ne@ex\u0430mple.com",
  "CREDIT_CARD in full width": of(visa, fullWidth),
  "CREDIT_CARD in Arabic digits": of(visa, from(0x660)),
  "CREDIT_CARD in Devanagari digits": of(visa, from(0x966)),
  "CREDIT_CARD in mathematical digits": of(visa, from(0x1d7ce)),
  "CREDIT_CARD in superscripts": of(visa, (text) =>
    text.replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹".charAt(Number(digit))),
  ),
  "CREDIT_CARD in circles": of(visa, (text) =>
    text.replace(/\d/g, (digit) => "⓪①②③④⑤⑥⑦⑧⑨".charAt(Number(digit))),
  ),
  "CREDIT_CARD digit by digit": of(visa, (text) => [...text].join(" ")),
  "CREDIT_CARD with dots": of(visa, (text) => grouped(text, 4, ".")),
  "CREDIT_CARD with commas": of(visa, (text) => `card ${grouped(text, 4, ", ")}`),
  "CREDIT_CARD with colons": of(visa, (text) => `visa ${grouped(text, 4, ":")}`),
  "CREDIT_CARD with underscores": of(visa, (text) => grouped(text, 4, "_")),
  "CREDIT_CARD over lines": of(visa, (text) => grouped(text, 4, "\n")),
  "CREDIT_CARD with spaces as a URL writes them": of(visa, (text) => grouped(text, 4, "%20")),
  "CREDIT_CARD with spaces as HTML writes them": of(visa, (text) => grouped(text, 4, "&nbsp;")),
  "CREDIT_CARD with gaps nobody sees": of(visa, broken),
  "CREDIT_CARD with long dashes": of(visa, (text) => grouped(text, 4, " – ")),
  "IBAN in small letters": of(german, (text) => text.toLowerCase()),
  "IBAN in pairs": of(german, (text) => grouped(text, 2, " ")),
  "IBAN digit by digit": of(german, (text) => [...text].join(" ")),
  "IBAN with dashes": of(german, (text) => grouped(text, 4, "-")),
  "IBAN over lines": of(german, (text) => grouped(text, 4, "\n")),
  "IBAN with gaps nobody sees": of(german, broken),
  "IBAN in full width": of(german, fullWidth),
  "IBAN with a Cyrillic letter": of(german, (text) => text.replace("E", "\u0415")),
  "IBAN glued to its name": of(german, (text) => `IBAN${text}`),
  "PHONE in full width": of(phone, fullWidth),
  "PHONE in Arabic digits": of(phone, from(0x660)),
  "PHONE with no-break spaces": of(phone, (text) => text.replaceAll(" ", "\u00a0")),
  "PHONE with gaps nobody sees": of(phone, broken),
  "PHONE as a URL writes it": of(phone, percent),
  "PHONE digit by digit": () => "call 0 1 7 0 4 8 7 6 9 3 0",
  "US_SSN in full width": of(ssn, fullWidth),
  "US_SSN with no-break hyphens": of(ssn, (text) => text.replaceAll("-", "\u2011")),
  "US_SSN digit by digit": of(ssn, (text) => `SSN ${[...text.replaceAll("-", "")].join(" ")}`),
  "US_SSN with gaps nobody sees": of(ssn, broken),
  "IP with broken dots": of(ip, (text) => text.replaceAll(".", "[.]")),
  "IP with one broken dot": () => "203.0.113[.]77",
  "IP in words": of(ip, (text) => text.replaceAll(".", " dot ")),
  "IP with gaps nobody sees": of(ip, broken),
  "IP in full width": of(ip, fullWidth),
};

/** A seeded random source for the rows of one name. */
export function randomOf(name: string): () => number {
  return randomFrom([...name].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) >>> 0, 7));
}
