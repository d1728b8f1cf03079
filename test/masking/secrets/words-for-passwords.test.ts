import { describe, expect, it } from "vitest";
import { secretsIn } from "../texts/found.ts";

const dotted = ["tulip", "vase68"].join(".");
const joined = ["monday", "tango62"].join("_");
const born = ["Markus", "1969"].join("_");
const two = ["lantern", "meadow"].join("-");
const camel = ["timber", "Comet"].join("");
const three = ["copper", "meadow", "vase"].join("-");
const counted = ["copper", "lantern", "243"].join("-");
const dots = ["tulip", "copper", "meadow", "vase", "crane"].join(".");
const blanks = "copper falcon lantern meadow";
const phrase = ["lantern", "copper", "meadow", "vase"].join("-");

describe("two words and a number are found under the name of a password", () => {
  it.each([
    ["an environment file", `ADMIN_PASS="${dotted}"`, dotted],
    ["one without quotes", `SVC_PASS=${dotted}\n`, dotted],
    ["a script", `export ROOT_PW=${joined}`, joined],
    ["JSON", `{ "smtpPassword": "${dotted}" }`, dotted],
    ["a session's settings", `session({ secret: '${born}', resave: false })`, born],
  ])("in %s", (_what, text, secret) => {
    expect(secretsIn(text)).toEqual([secret]);
  });

  it.each([
    "password: login.title12, DB_PASSWORD=config.value12, password = user.field12",
    "password: 'web_node12', PASSWORD_HINT=red_flower12",
    "secret: 'Version_1969', secret: 'Report_2024'",
  ])("but not in %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});

describe("words with dashes are found", () => {
  it.each([
    ["two, in an environment", `MQTT_PASSWORD=${two}\n`, two],
    ["two with a capital, in an environment", `GRAFANA_PW=${camel}\n`, camel],
    [
      "three with underscores",
      `SESSION_SECRET=${three.replaceAll("-", "_")}`,
      three.replaceAll("-", "_"),
    ],
    ["three, in an environment", `RESTIC_PASSWORD=${three} restic backup /srv`, three],
    ["as what tokens are signed with", `JWT_SECRET=${counted}`, counted],
    ["as what sessions are signed with", `const sessionSecret = "${three}";`, three],
    ["in SQL", `ALTER USER ada WITH PASSWORD '${phrase}';`, phrase],
    ["in a string of a connection", `"User Id=sa;Pwd=${phrase};"`, phrase],
    ["behind a user, in JSON", `{ "user": "bot", "pass": "${phrase}" }`, phrase],
    ["in French", `le mot de passe du serveur est ${phrase}, merci`, phrase],
    ["in Norwegian", `Passordet til testmiljøet er ${phrase}`, phrase],
    ["in Spanish", `La contraseña del servidor es ${phrase}, no la compartas`, phrase],
    [
      "among the arguments of a call",
      `mysqli_connect("localhost", "root", "${phrase}", "shop")`,
      phrase,
    ],
    ["behind the option of a command", `mongosh -u admin -p ${phrase} --host db1`, phrase],
    ["in a column", `User\tPassword\tNote\nadmin\t${phrase}\tweekly\n`, phrase],
    ["with dots, as a pass phrase", `luks passphrase: ${dots}`, dots],
    [
      "with underscores, as a pass phrase",
      `GPG_PASSPHRASE=${phrase.replaceAll("-", "_")}`,
      phrase.replaceAll("-", "_"),
    ],
    ["in a variable of C", `const char* pass = "${phrase}";`, phrase],
    ["with blanks, to the end of its line", `GPG_PASSPHRASE=${blanks}\nA=1`, blanks],
    ["in Japanese", `管理者のパスワードは ${phrase} です。`, phrase],
  ])("%s", (_what, text, secret) => {
    expect(secretsIn(text)).toEqual([secret]);
  });

  it.each([
    `password: "${three}", existingSecret: ${phrase}, sessionSecretName: ${phrase}`,
    "JWT_SECRET=my-app-jwt-secret, JWT_SECRET=change-this-value-243, DB_PASSWORD=from-the-vault",
    "passphrase: this.options.value.from.config, passphrase = read_from_some_file, login(user, 'please-enter-your-name')",
    "DB_PASSWORD=postgres, DB_PASSWORD=super-secret, DB_PASSWORD=dbPassword, SMTP_PASS=from-vault, ADMIN_PW=dev-only",
    `DB_PASSWORD = ${two}, dbPassword=${camel}, PASSWORD_HINT=${two}, password: ${camel}`,
    "passphrase: enter the words of your wallet, passphrase=read it from the file",
    "SESSION_SECRET=read_from_file, SESSION_SECRET=my_app_secret",
    "jwtSecret: release-name-jwt-2024",
  ])("but not in %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});

describe("words joined by a generator are found", () => {
  /** The number is behind any of the words. */
  const middle = ["Pepper", "Grove5", "Hazel"].join("-");

  it.each(["salasana", "heslo", "parola", "lozinka", "adgangskode", "geslo", "mdp"])(
    "under the name of a password in another language: %s",
    (noun) => {
      expect(secretsIn(`${noun}: ${phrase}`)).toEqual([phrase]);
    },
  );

  it("in an environment, whatever the password is of", () => {
    expect(secretsIn(`CACHE_PASS=${phrase}\n`)).toEqual([phrase]);
  });

  it.each([
    `use the password ${middle}`,
    `log in with ada and the password ${middle}`,
    `client.login("ada", "${middle}")`,
    `login: ada / ${middle}`,
  ])("with a number in the middle: %#", (text) => {
    expect(secretsIn(text)).toEqual([middle]);
  });

  it("but not the names of headers and machines", () => {
    expect(secretsIn("use the password web-node2-pool, password Content-Md5-Hash")).toEqual([]);
  });
});
