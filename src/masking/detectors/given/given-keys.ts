import { looksRandom } from "../../checks/disorder.ts";
import { type GivenPassword, MARK, next, QUOTE, QUOTED_NAME } from "./given-row.ts";
import { isGiven, looksPersonal, namesAlgorithm } from "./given-value.ts";

/** What is signed or read: an object, or anything else without a quote in it. */
const CLAIMS = String.raw`(?:\{[^}\n]{0,160}\}|[^"'\n]{1,80}), ?(?=${MARK})`;
/** The name of an algorithm, in quotes or as an object, and a comma. */
const ALGORITHM = String.raw`(?:${MARK}[\w/-]{2,24}["']|[A-Z][^,\n]{1,48}), ?`;
/** An argument that is no literal, and a comma. */
const EXPRESSION = String.raw`[^"'\n,]{1,80}, ?`;
/** A literal as bytes, in Go. */
const BYTES = String.raw`\[\]byte\((?=${MARK})`;

function isKey(value: string): boolean {
  return isGiven(value) && !namesAlgorithm(value);
}

/** One row for each function that is given a key to sign, encrypt or check with; to add one, add a row. */
export const KEYS: readonly GivenPassword[] = [
  { mark: "jwt.sign(", rest: next(CLAIMS) },
  { mark: "jwt.encode(", rest: next(CLAIMS) },
  { mark: "jwt.verify(", rest: next(String.raw`[^"'\n]{1,80}, ?(?=${MARK})`) },
  { mark: "jwt.decode(", rest: next(String.raw`[^"'\n]{1,80}, ?(?=${MARK})`) },
  { mark: "jwt.encode ", rest: next(CLAIMS), isPassword: isKey },
  { mark: "jwt.decode ", rest: next(CLAIMS), isPassword: isKey },
  { mark: "jwt::encode(", rest: next(CLAIMS), isPassword: isKey },
  { mark: "signWith(", rest: next(String.raw`[\w.]{1,40}, ?(?=${MARK})`) },
  { mark: "SignedString(", rest: next(BYTES), isPassword: isKey },
  { mark: "Algorithm.HMAC", rest: next(String.raw`\d{3}\((?=${MARK})`), isPassword: isKey },
  { mark: "from_secret(", rest: next(QUOTE), isPassword: isKey },
  { mark: "SecurityKey(", rest: next(String.raw`[\w.]{1,40}\((?=${MARK})`) },
  { mark: "SecretKeySpec(", rest: next(QUOTE), isPassword: isKey },
  // As the first argument in Python and C#, behind the text in crypto-js, behind the algorithm elsewhere.
  { mark: "hmac.new(", rest: next(String.raw`(?:${QUOTE}|[\w.]{1,24}, ?${BYTES})`) },
  { mark: "hmac.digest(", rest: next(`(?:${ALGORITHM})?${QUOTE}`), isPassword: isKey },
  { mark: "hmac.hexdigest(", rest: next(ALGORITHM + QUOTE), isPassword: isKey },
  {
    mark: "hmacsha",
    rest: next(String.raw`(?:\d{1,3}\((?:${EXPRESSION}|[\w.]{1,40}\()|KeyFor\()(?=${MARK})`),
    isPassword: isKey,
  },
  { mark: "createHmac(", rest: next(QUOTED_NAME) },
  { mark: "hash_hmac(", rest: next(ALGORITHM + EXPRESSION + QUOTE), isPassword: isKey },
  { mark: "cipheriv(", rest: next(QUOTED_NAME), isPassword: looksRandom },
  { mark: "aes.encrypt(", rest: next(EXPRESSION + QUOTE), isPassword: isKeyOrPhrase },
  { mark: "aes.decrypt(", rest: next(EXPRESSION + QUOTE), isPassword: isKeyOrPhrase },
  { mark: "aes.new(", rest: next(QUOTE), isPassword: looksRandom },
  { mark: "aes.NewCipher(", rest: next(BYTES), isPassword: isKey },
  { mark: "aesgcm(", rest: next(QUOTE), isPassword: isKey },
  { mark: "openssl_encrypt(", rest: next(EXPRESSION + ALGORITHM + QUOTE), isPassword: isKey },
  { mark: "openssl_decrypt(", rest: next(EXPRESSION + ALGORITHM + QUOTE), isPassword: isKey },
  { mark: "Fernet(", rest: next(QUOTE) },
  { mark: "scryptSync(", rest: next(QUOTE), isPassword: isKey },
  { mark: "pbkdf2Sync(", rest: next(QUOTE), isPassword: isKey },
  { mark: "CookieStore(", rest: next(BYTES), isPassword: isKey },
  { mark: "cookie.NewStore(", rest: next(BYTES), isPassword: isKey },
  { mark: "securecookie.New(", rest: next(BYTES), isPassword: isKey },
  { mark: "construct_event(", rest: next(EXPRESSION + EXPRESSION + QUOTE), isPassword: isKey },
  { mark: "constructEvent(", rest: next(EXPRESSION + EXPRESSION + QUOTE), isPassword: isKey },
  { mark: "LineBotApi(", rest: next(QUOTE), isPassword: isKey },
  { mark: "WebhookHandler(", rest: next(QUOTE), isPassword: looksRandom },
  { mark: "WebhookParser(", rest: next(QUOTE), isPassword: looksRandom },
  { mark: "cookieParser(", rest: next(QUOTE), isPassword: isKey },
  { mark: "SafeSerializer(", rest: next(QUOTE), isPassword: isKey },
  { mark: "SafeTimedSerializer(", rest: next(QUOTE), isPassword: isKey },
];

function isKeyOrPhrase(value: string): boolean {
  return (looksRandom(value) || looksPersonal(value)) && !namesAlgorithm(value);
}
