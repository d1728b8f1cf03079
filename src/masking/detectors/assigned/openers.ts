/** Calls that decode a key or wrap a secret: `bytes.fromhex(`, `SecretStr(`. */
const MADE_OF = [
  String.raw`(?:[Hh]ex|bytes|bytearray|binascii|base64|Base64|Convert)\.(?:${[
    "decode(?:Hex|String)?|DecodeString|fromhex|unhexlify|(?:urlsafe_)?b64decode",
    String.raw`getDecoder\(\)\.decode|decodeBase64|From(?:Base64|Hex)String`,
  ].join("|")})\(b?`,
  String.raw`hexToBytes\(|hex2bin\(|base64_decode\(|HeaderValue::from_(?:static|str)\(`,
  String.raw`Secret(?:Str(?:ing)?|Bytes)?(?:::(?:new|from))?\(b?`,
].join("|");
/** What else stands between an operator and a quote: conversions, and prefixes of literals. */
const PREFIX = [
  String.raw`F\((?=")|new [A-Z]\w{1,20}\(|String::from\(|\[\]byte\(|Encoding\.\w{3,7}\.GetBytes\(`,
  String.raw`new TextEncoder\(\)\.encode\(|Field\((?:default=)?|Buffer\.from\(|string\(\d{1,4}\) `,
  String.raw`[rbuf@N]|[rR][bB]|[bB][rR]|<<(?=")|\$@|@\$|\$(?=["'])|"(?=\\)`,
].join("|");
/** A quote, or three; a doubled one only if the name is in such quotes too; escaped or not. */
const QUOTE_MARK = [
  String.raw`"""|'''|\`\``,
  String.raw`(?<=["']{2}[ \t]{0,2}[:=][ \t]{0,2})(?:""|'')(?=[\w!#%^*$@])`,
  String.raw`\\{0,7}["'\`]`,
].join("|");
/** What opens a value in quotes: a quote, after a conversion or a prefix. */
export const OPENER = new RegExp(`(?:${MADE_OF}|${PREFIX})?(${QUOTE_MARK})`, "y");
/** Bracketed literals of Perl, Ruby, Elixir, Lua, Rust and C++, and what closes them. */
export const BRACKETED =
  /(?:(?:qq?|%[qQ]|~[sS])([({[<|])|R"(\()|r(#{1,3})"|\[(={0,2})\[)(?=[^\s()[\]{}<>,]{4,128}[)\]}>|"])/y;
/** What a driver reads from `Pwd={…};` of a connection string. */
export const BRACED = /\{[^{}\s"'`,:]{6,64}(?<!![rsa])\}(?:[;"']|$)/y;
