import { describe, expect, it } from "vitest";
import { valuesIn } from "../texts/found.ts";

/** Assembled, so that nothing here looks like a live credential. */
const DASHED = ["Heron", "Meadow4"].join("-");
const TYPED = ["Heron", "68x"].join("#");
const CHOSEN = ["monkey", "9468"].join("");
const PIN = ["48", "29"].join("");

describe("a password passed to a command", () => {
  it.each([
    ["curl", `curl -x http://proxy:3128 -U ada:${TYPED} http://localhost`],
    ["chpasswd", `chpasswd <<< "deploy:${TYPED}"`],
    ["rclone", `rclone obscure ${DASHED}`],
    ["pdftk", `pdftk in.pdf output out.pdf user_pw ${DASHED}`],
    ["gcloud", `echo -n "${DASHED}" | gcloud secrets create db-pass --data-file=-`],
    ["security", `security unlock-keychain -p "${DASHED}" build.keychain`],
    [
      "aws",
      `aws ssm put-parameter --name /prod/db/password --type SecureString --value '${DASHED}'`,
    ],
    ["az", `az keyvault secret set --vault-name kv1 --name smtp --value "${DASHED}"`],
    ["a cookie of curl", `curl -b "JSESSIONID=${TYPED}" http://localhost`],
    ["aes_encrypt", `UPDATE users SET phone = AES_ENCRYPT(phone, '${TYPED}')`],
    ["crypt", `SELECT crypt('${TYPED}', gen_salt('bf'))`],
    ["netrc", `machine git.example.org login ci-bot password ${DASHED}`],
  ])("is found: %s", (_, text) => {
    expect(valuesIn(text)).toEqual([DASHED, TYPED].filter((value) => text.includes(value)));
  });

  it("is found if it is random letters alone", () => {
    const letters = ["Qhsowmz", "CFNimBjs", "tQUOlQy"].join("");
    expect(valuesIn(`az keyvault secret set --name a --value ${letters}`)).toEqual([letters]);
  });

  it("is found in both places of qpdf's arguments", () => {
    expect(valuesIn(`qpdf --encrypt ${DASHED} ${TYPED} 256 -- in.pdf out.pdf`)).toEqual([
      DASHED,
      TYPED,
    ]);
  });
});

describe("a password that a command prints", () => {
  it.each(["pass show work/smtp", "printenv SMTP_PASSWORD", "op read op://a/b/password"])(
    "is found below %s",
    (command) => {
      expect(valuesIn(`$ ${command}\n${DASHED}\n`)).toEqual([DASHED]);
    },
  );

  it.each(["printenv HOSTNAME", "cat /etc/hostname", "printenv USER"])(
    "is not assumed below %s",
    (command) => {
      expect(valuesIn(`$ ${command}\n${DASHED}\n`)).toEqual([]);
    },
  );
});

describe("a password in other places", () => {
  it.each([
    ["a column of spaces", `USER        PASSWORD        EXPIRES\nada         ${TYPED}     never`],
    ["the last line of an object", `kind: Secret\nstringData:\n  user: ada\n  value: ${DASHED}`],
    ["a part of a form", `form-data; name="password"\n\n${DASHED}\n------WebKit`],
    ["another language", `Usuário: ana, senha: ${DASHED}`],
    ["an answer", `Agent: And the password please? Customer: It's ${DASHED}.`],
    ["Dovecot's notation", `info@example.org:{PLAIN}${TYPED}::::::`],
    ["a numbered name", `pass2=${TYPED}`],
    ["a shared key", `wpa2-pre-shared-key="${DASHED}"`],
    ["a fallback", `const secret = process.env.TOKEN || "${DASHED}";`],
  ])("is found in %s", (_, text) => {
    expect(valuesIn(text).filter((value) => !value.includes("@"))).toEqual(
      [DASHED, TYPED].filter((value) => text.includes(value)),
    );
  });

  it("is not confused with host names in columns of spaces", () => {
    expect(valuesIn("NAME        SECRET        AGE\ndb          heron-vpn     4d")).toEqual([]);
  });
});

describe("a numeric access code", () => {
  it.each([
    `The PIN for the company card is ${PIN}.`,
    `The door code of the back entrance is ${PIN}.`,
    `Le code d'accès du portail est le ${PIN}.`,
    `Il codice PIN è ${PIN}`,
    `The safe is upstairs, alarm code ${PIN}.`,
    `alarm_code: "${PIN}"`,
  ])("is found: %s", (text) => {
    expect(valuesIn(text)).toEqual([PIN]);
  });

  it.each([
    "The PIN of the board is 13.",
    "The exit code is 4829.",
    "The pin for the LED is wired to 3.3 V",
    "code d'erreur 4829",
  ])("is not confused with other numbers: %s", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});

describe("a chosen password in a sentence", () => {
  it.each([
    `Use password ${CHOSEN} to open the attachment.`,
    `Bitte mit dem Passwort ${CHOSEN} entpacken`,
    `Log in met wachtwoord ${CHOSEN}`,
    `my pass is still ${CHOSEN}, never changed it`,
    `try ${CHOSEN} as the password`,
    `La clave del wifi es ${CHOSEN}`,
    `The attachment can be opened with the password: ${CHOSEN}`,
    `Sign in with admin/${CHOSEN} on port 8080`,
    `Please find your login below. User: ada. Pass: ${CHOSEN}`,
    `connecting with password=${CHOSEN}, user=ada`,
    `default credentials are admin:${CHOSEN}`,
    `  passwd ${CHOSEN};\n`,
  ])("is found: %s", (text) => {
    expect(valuesIn(text)).toEqual([CHOSEN]);
  });

  it("is found with the others of its list, and where it is repeated", () => {
    expect(valuesIn(`PASSWORDS = ["${CHOSEN}", "${DASHED}"]`)).toEqual([CHOSEN, DASHED]);
    expect(valuesIn(`{"password": "${CHOSEN}", "password_confirmation": "${CHOSEN}"}`)).toEqual([
      CHOSEN,
      CHOSEN,
    ]);
  });

  it.each([
    "p/w: 5.1w/kg at threshold",
    "Use password hashing with sha256",
    "use sha512 as the password hash",
    "log in with Google/Microsoft",
    "with password Windows",
    "f(password=other_word2, user=name_1)",
  ])("is not confused with other words: %s", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});
