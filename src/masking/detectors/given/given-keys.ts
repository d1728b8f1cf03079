import { looksRandom } from "../../checks/disorder.ts";
import { alike, type GivenPassword, MARK, next, QUOTE } from "./given-row.ts";
import { isGiven, isPersonal, namesAlgorithm } from "./given-value.ts";

/** What is signed or read: an object, or anything else without quotes in it. */
const CLAIMS = String.raw`(?:\{[^}\n]{0,160}\}|[^"'\n]{1,80}), ?(?=${MARK})`;
/** The name of an algorithm, in quotes or as an object, and a comma. */
const ALGORITHM = String.raw`(?:${MARK}[\w/-]{2,24}${MARK}|[A-Z][^,\n]{1,48}), ?`;
/** An argument that is not a literal, and a comma. */
const EXPRESSION = String.raw`[^"'\n,]{1,80}, ?`;
/** A literal as bytes, in Go. */
const BYTES = String.raw`\[\]byte\((?=${MARK})`;

function isKey(value: string): boolean {
  return isGiven(value) && !namesAlgorithm(value);
}

/** A key after an argument that is not a literal. */
const BEHIND = { rest: next(EXPRESSION + QUOTE) };

/**
 * One row for each way in which functions take a key to sign, encrypt or verify with; to add one,
 * add its mark.
 */
const ROWS: readonly GivenPassword[] = [
  ...alike("jwt.sign(|jwt.verify(|jwt.encode(|jwt.decode(|jwt.encode |jwt.decode |jwt::encode(", {
    rest: next(CLAIMS),
  }),
  { mark: "signWith(", ...BEHIND },
  ...alike("Algorithm.HMAC|SecurityKey(", { rest: next(String.raw`[\w.]{1,40}\((?=${MARK})`) }),
  // The first argument in Python and C#, after the text in crypto-js, after the algorithm
  // elsewhere.
  { mark: "hmac.new(", rest: next(String.raw`(?:${QUOTE}|[\w.]{1,24}, ?${BYTES})`) },
  { mark: "hmac.digest(", rest: next(`(?:${ALGORITHM})?${QUOTE}`) },
  ...alike("hmac.hexdigest(|createHmac(", { rest: next(ALGORITHM + QUOTE) }),
  {
    mark: "hmacsha",
    rest: next(String.raw`(?:\d{1,3}\((?:${EXPRESSION}|[\w.]{1,40}\()|KeyFor\()(?=${MARK})`),
  },
  { mark: "hash_hmac(", rest: next(ALGORITHM + EXPRESSION + QUOTE) },
  { mark: "cipheriv(", rest: next(ALGORITHM + QUOTE), isPassword: looksRandom },
  ...alike("aes.encrypt(|aes.decrypt(", { ...BEHIND, isPassword: isKeyOrPhrase }),
  ...alike("openssl_encrypt(|openssl_decrypt(", { rest: next(EXPRESSION + ALGORITHM + QUOTE) }),
  ...alike("construct_event(|constructEvent(", { rest: next(EXPRESSION + EXPRESSION + QUOTE) }),
  ...alike("SignedString(|aes.NewCipher(|CookieStore(|cookie.NewStore(|securecookie.New(", {
    rest: next(BYTES),
  }),
  ...alike(
    "from_secret(|SecretKeySpec(|aesgcm(|Fernet(|scryptSync(|pbkdf2Sync(|cookieParser(|LineBotApi(|" +
      "SafeSerializer(|SafeTimedSerializer(",
    { rest: next(QUOTE) },
  ),
  // The four values of OAuth 1: key and secret of the app, and those of its user.
  ...alike(
    "OAuth1(|OAuth1Session(|OAuth1UserHandler(|OAuthHandler(|TwitterOAuth(|set_access_token(",
    {
      rest: next(`(?:${MARK},)?\\s{0,24}${QUOTE}`),
      isPassword: looksRandom,
      many: 4,
    },
  ),
  // Ably: the app, the key and its secret, as sentences and constructors name them.
  {
    mark: "ably",
    rest: /(?:[^\n"'`]{0,40}[\s"'`(:=]|[^\n"'`]{0,40}["'`])([\w-]{6}\.[\w-]{6}:[\w-]{16,64})(?![\w-])/y,
    isPassword: looksRandom,
  },
  ...alike("aes.new(|WebhookHandler(|WebhookParser(", {
    rest: next(QUOTE),
    isPassword: looksRandom,
  }),
];

/** The rows. Unless a row says otherwise, a value is a key if it does not name an algorithm. */
export const KEYS: readonly GivenPassword[] = ROWS.map((row) => ({ isPassword: isKey, ...row }));

function isKeyOrPhrase(value: string): boolean {
  return isPersonal(value) && !namesAlgorithm(value);
}
