/** Texts without anything to find: look-alikes, and code that mentions secrets often. */
import { ALNUM, HEX, pick, randomFrom } from "./samples.ts";

const DIGITS = "0123456789";

/** Ordinary texts of all kinds, with a new number or name in each row. */
const LOOK_ALIKES: readonly ((random: () => number) => string)[] = [
  (random) => `Order #${pick(random, DIGITS, 9)} shipped, invoice INV-${pick(random, DIGITS, 8)}.`,
  (random) => `commit ${pick(random, HEX, 40)} (HEAD -> main)`,
  (random) => `"integrity": "sha512-${pick(random, `${ALNUM}+/`, 86)}=="`,
  (random) => `request ${[8, 4, 4, 4, 12].map((size) => pick(random, HEX, size)).join("-")} failed`,
  (random) => `{"ts": 17${pick(random, DIGITS, 11)}, "dur": 0.${pick(random, DIGITS, 16)}}`,
  (random) =>
    `lat 48.${pick(random, DIGITS, 14)}, lng -${pick(random, DIGITS, 2)}.${pick(random, DIGITS, 13)}`,
  (random) =>
    `x = ${pick(random, "123456789", 3)} - ${pick(random, DIGITS, 2)} - ${pick(random, DIGITS, 4)} + 1`,
  (random) =>
    `"version": "1.2${pick(random, DIGITS, 1)}.${pick(random, DIGITS, 1)}", chrome/1${pick(random, DIGITS, 2)}.0.0.0`,
  (random) =>
    `2024-0${pick(random, "12345", 1)}-1${pick(random, DIGITS, 1)} 12:3${pick(random, DIGITS, 1)}:0${pick(random, DIGITS, 1)},${pick(random, DIGITS, 3)} INFO done`,
  (random) => `std::vector<int> v${pick(random, DIGITS, 2)}; a::b::c(d::e); items[::2]`,
  (random) =>
    `ISBN 978-3-${pick(random, DIGITS, 4)}-${pick(random, DIGITS, 4)}-x, page ${pick(random, DIGITS, 3)}`,
  (random) => `GITHUB_SHA=${pick(random, HEX, 40)}\nGITLAB_COMMIT: ${pick(random, HEX, 40)}`,
  (random) => `Cache restored from key: Linux-npm-${pick(random, HEX, 64)}`,
  (random) =>
    `X509v3 Subject Key Identifier: ${Array.from({ length: 20 }, () => pick(random, HEX, 2)).join(":")}`,
  (random) => `password hashing: PBKDF2-SHA512 with ${pick(random, "123456789", 6)} rounds`,
  (random) =>
    `MACs hmac-sha2-512-etm@openssh.com,umac-1${pick(random, DIGITS, 2)}-etm@openssh.com; curve25519-sha256@libssh.org`,
  (random) => `systemctl start getty@tty${pick(random, DIGITS, 1)}.service`,
  (random) => `depth ${pick(random, DIGITS, 4)}; called ${pick(random, "123456789", 6)} times`,
  (random) => `color: #${pick(random, HEX, 6)}; margin: 0 ${pick(random, "123456789", 1)}px;`,
  (random) =>
    `npm i lodash@4.17.${pick(random, "123456789", 2)} @types/node@20.${pick(random, DIGITS, 1)}.0`,
  (random) => `git@github.com:acme/repo-${pick(random, DIGITS, 3)}.git and icon@2x.png`,
  (random) =>
    `Total $1,${pick(random, DIGITS, 3)}.50 for ${pick(random, "123456789", 2)} units, ratio 16:9`,
  (random) =>
    `model gpt-4o-2024-0${pick(random, "123456789", 1)}-13, run_${pick(random, "123456789", 6)}`,
  (random) =>
    `We met at ${pick(random, "123456789", 1)} pm, lunch at noon, see section 7.${pick(random, "123456789", 1)}.3.`,
  (random) => `data:image/png;base64,iVBORw0KGgo${pick(random, ALNUM, 60)}`,
  (random) => `R² = 0.${pick(random, DIGITS, 4)}, 10⁶ steps, x₁ + x₂ = ${pick(random, DIGITS, 3)}`,
  (random) => `sizes = [${Array.from({ length: 6 }, () => pick(random, "456789", 4)).join(", ")}]`,
  (random) => `[129.${pick(random, "123456789", 7)}, -17.${pick(random, DIGITS, 5)}]`,
  (random) => `took 539 ms (0 s + 53${pick(random, DIGITS, 7)} ns)`,
  (random) => `<Version>12.${pick(random, DIGITS, 1)}.15.1${pick(random, DIGITS, 1)}</Version>`,
  (random) => `; [.417E.00${pick(random, DIGITS, 2)}.0002.4E${pick(random, DIGITS, 2)}] # weights`,
  (random) => `printf("%5d%3d %30d%30d", ${pick(random, "123456789", 2)}, n)`,
  (random) =>
    `C:\\new\\${pick(random, DIGITS, 4)}\\temp and /var/log/${pick(random, DIGITS, 8)}.log`,
];

/** Lines of programs and manuals in which no key, token or password has a value. */
const SPEAKING_OF_SECRETS: readonly ((random: () => number) => string)[] = [
  () => "const password = await prompt('Password: ');",
  () => "if (!apiKey) throw new Error('Missing API key');",
  () => "token = lexer.nextToken(); tokens.push(token);",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as it stands in somebody's code
  () => "headers: { Authorization: `Bearer ${accessToken}` }",
  (random) => `for (const key of keys) map.set(key, values[${pick(random, DIGITS, 1)}]);`,
  () => "password: process.env.DB_PASSWORD ?? '',",
  () => "export interface Credentials { username: string; password: string; token?: string }",
  () => "The token expires after 3600 seconds; refresh tokens last 30 days.",
  () => "Set API_KEY to your key, as in `export API_KEY=<your key>`.",
  () => "def get_secret(name: str) -> str:\n    return client.get_secret_value(SecretId=name)",
  (random) =>
    `max_tokens: ${pick(random, "123456789", 3)}, input_tokens: ${pick(random, DIGITS, 4)}, key_id: 7`,
  () => "assertEquals(token.getType(), TokenType.IDENTIFIER);",
  () => "token_url = 'https://auth.example.com/oauth2/v1/token'",
  () => "secretKeyRef:\n  name: app-secrets\n  key: database-password",
  () => "password_hash = bcrypt.hashpw(password, salt)",
  () => "csrf_token = form.find('input', {'name': 'csrf_token'})['value']",
  () => "passwordField.setPlaceholder('Enter your password');",
  () => "primaryKey: true, foreignKey: 'user_id', sortKey: 'createdAt'",
  () => 'String secretName = System.getenv("SECRET_NAME");',
  () => "var oAuth2TokenAuth: OAuth2TokenAuth = OAuth2TokenAuth.fromJson(json)",
  () => "The key takeaway: passwords should be long, and secrets rotated.",
  () => "keyPath: 'certs/server.key', publicKey: readFileSync('id_rsa.pub')",
  () => "resetPassword(userId, newPassword, { sendEmail: true });",
  () => "#define xmlAppKey  xmlOpenSSLAppDefaultKeysMngrAdoptKey",
  () => "auth: { type: 'oauth2', grantType: 'client_credentials', scope: 'read:all' }",
];

function rows(kinds: readonly ((random: () => number) => string)[], each: number): string[] {
  const random = randomFrom(2_024);
  return kinds.flatMap((kind) => Array.from({ length: each }, () => kind(random)));
}

export const CLEAN_ROWS: readonly string[] = rows(LOOK_ALIKES, 15);
export const KEYWORD_ROWS: readonly string[] = rows(SPEAKING_OF_SECRETS, 4);
