import { alternativesOf } from "../../../text/word-tables.ts";

/** Calls that decode a key or wrap a secret: `bytes.fromhex(`, `SecretStr(`. */
const MADE_OF = [
  String.raw`(?:[Hh]ex|bytes|bytearray|binascii|base64|Base64|Convert)\.(?:${[
    "decode(?:Hex|String)?|DecodeString|fromhex|unhexlify|(?:urlsafe_)?b64decode",
    String.raw`getDecoder\(\)\.decode|decodeBase64|From(?:Base64|Hex)String`,
  ].join("|")})\(b?`,
  String.raw`hexToBytes\(|hex2bin\(|base64_decode\(|HeaderValue::from_(?:static|str)\(`,
  String.raw`(?:pydantic\.)?Secret(?:Str(?:ing)?|Bytes)?(?:::(?:new|from))?\(b?`,
].join("|");
/** Calls that make a text of a literal, a pointer to it, or a hash or encoding of it. */
const CONVERSION = `(?:${alternativesOf({
  texts: [
    "Q(?:Latin1String|ByteArray(?:Literal)?|String(?:Literal|::from(?:Utf8|Latin1))?)",
    "(?:std::)?w?string(?:_view)?|[Ss]tr(?:ing)?|[Tt]o_?[Ss]tring|_T|TEXT|Data",
    "(?:non)?sensitive",
  ],
  pointers: [
    "(?:[sS]tring|str)(?:Ptr|Pointer)",
    String.raw`(?:aws|core|jsii|lo|pointer|ptr|pulumi|to|utils?)\.(?:[Ss]tring(?:Ptr)?|To|Ptr|[Ss]ecret)`,
  ],
  wrappers: [
    String.raw`(?:cdk\.)?(?:Secret(?:Value)?|Optional|Option|Output|Password|Some)\.`,
    "(?:of|from(?:String|PlainText)?|unsafePlainText|plainText|secret)",
  ].join(""),
  encodings: [
    String.raw`[bB]ase64\.(?:(?:urlsafe_|standard_)?b64encode|encode(?:64)?|strict_encode64)`,
    "btoa|base64_encode|encodeURIComponent|quote(?:_plus)?|(?:raw)?urlencode",
    String.raw`(?:[Uu]ri|URI|CGI|URLEncoder|(?:urllib\.)?parse)\.(?:encode(?:Component)?|escape|quote(?:_plus)?)`,
  ],
  hashes: [
    "Hash::make|bcrypt|password_hash|(?:generate|get|make)_password(?:_hash)?|hash_?[Pp]assword",
    String.raw`(?:bcrypt|argon2|hasher|(?:this\.)?[pP]asswordEncoder|[A-Z]\w{1,16})(?:\.|::|->)`.concat(
      "(?:hash(?:pw|Sync|Password)?|encode|create|hexdigest)",
    ),
    String.raw`(?:hashlib\.)?(?:md5|sha1|sha256|sha512)`,
  ],
})})\\(b?(?=\\\\?["'])`;
/** What else stands between an operator and a quote: conversions, and prefixes of literals. */
const PREFIX = [
  String.raw`F\((?=")|new [A-Z]\w{1,20}\(|String::from\(|\[\]byte\(|Encoding\.\w{3,7}\.GetBytes\(`,
  String.raw`new TextEncoder\(\)\.encode\(|Field\((?:default=)?|Buffer\.from\(|string\(\d{1,4}\) `,
  String.raw`[rbuf@N]|(?:L|u8|U)(?=")|[rR][bB]|[bB][rR]|<<(?=")|\$@|@\$|\$(?=["'])|"(?=\\)`,
].join("|");
/** A quote, or three; a doubled one only if the name is in such quotes too; escaped or not. */
const QUOTE_MARK = [
  String.raw`"""|'''|\`\``,
  // Nix.
  String.raw`''(?=[\w!#%^*$@][^\s']{3,128}'')`,
  String.raw`(?<=["']{2}[ \t]{0,2}[:=][ \t]{0,2})(?:""|'')(?=[\w!#%^*$@])`,
  String.raw`\\{0,7}["'\`]`,
].join("|");
/** What opens a value in quotes: a quote, after a conversion or a prefix. */
export const OPENER = new RegExp(`(?:${MADE_OF}|${CONVERSION}|${PREFIX})?(${QUOTE_MARK})`, "y");
/** Bracketed literals of Perl, Ruby, Elixir, Lua, Rust and C++, and what closes them. */
export const BRACKETED =
  /(?:(?:qq?|%[qQ]|~[sS])([({[<|])|R"(\()|r(#{1,3})"|\[(={0,2})\[)(?=[^\s()[\]{}<>,]{4,128}[)\]}>|"])/y;
/** What a driver reads from `Pwd={…};` of a connection string. */
export const BRACED = /\{[^{}\s"'`,:]{6,64}(?<!![rsa])\}(?:[;"']|$)/y;
