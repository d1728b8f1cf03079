import { describe, expect, it } from "vitest";
import { createMasker } from "../../../src/masking/index.ts";
import { ALNUM, HEX, pick, randomFrom } from "./samples.ts";

const masker = createMasker({ pii: false });
const random = randomFrom(71);

function found(text: string): string[] {
  return masker.detect(text).map(({ start, end }) => text.slice(start, end));
}

/** Lines of a certificate, with the line length of PEM. */
function pemLines(...begins: string[]): string {
  return begins.map((begin) => begin + pick(random, `${ALNUM}+/`, 64 - begin.length)).join("\n");
}

describe("real texts that mention secrets are not masked", () => {
  const commit = pick(random, HEX, 40);
  it.each([
    [
      "commits behind an address at GitHub",
      `by: GitHub <noreply@github.com>\n\ncommit ${commit}\nAuthor: A <a@b.c>`,
    ],
    [
      "results of tests",
      "PASS: all/x86-64/pr23494a-x32\nFAIL: struct2\nPASS: align2\nPASS: .sleb128",
    ],
    ["results of Go's tests", "--- PASS: TestParse2Args (0.00s)\nPASS: TestRun3\nok"],
    [
      "what is passed to a program",
      "Pass --copy to automake-1.7 so that; flags to pass down to libxml2",
    ],
    [
      "what is passed to a function",
      "Pass it to _nl_make_l10nflist. Do not pass both to pod2html;",
    ],
    [
      "an option that is passed",
      "Pass `--disable-warning=FSTWRN004` to node, or ``-Wno-4-pragma``",
    ],
    ["parts that are counted", "session: part01-part02-part03\ntoken: step01-step02-step03"],
    ["the options of a program", "  -pass | -readpass | -pkcs11engine | -pkcs11module | -in"],
    [
      "numbers with a suffix",
      "#define CKA_TOKEN 0x00000001UL\n#define SIGNATURE 0x51454d5520434647ULL",
    ],
    [
      "names in a list of names",
      `["*.password", "users[1].secret", "data.*.apiKey2", "items[3].x"]`,
    ],
    ["keys of an object", `{"alpha_2": "PW", "alpha_3": "PLW", "token", "id2": 1}`],
    [
      "an address in a list",
      `('http', 'user', 'password', 'localhost:22'), ('Pass', 'a.example.org:080')`,
    ],
    ["types of a union", "| SecurityInputAPIKey\n  | SecurityInputOAuth2ClientCredentials\n  | X"],
    ["imported names", "import { AwsSdkSigV4AuthInputConfig, resolveAwsSdkSigV4AConfig } from 'x'"],
    ["a type and its function", "oAuth2TokenAuthToJSON(oAuth2TokenAuth: OAuth2TokenAuth): string"],
    [
      "what is said of a password, also on the next line",
      "The password is MD5-hashed, the password\nis SCRAM-SHA-256-encrypted, your password\nis RFC2617-compliant.",
    ],
    ["names of constants", "NSURLThumbnailKey NSThumbnail1024x1024SizeKey"],
    ["functions in camel case", "mngr->getKey = xmlSecKeysMngrGetKey2;"],
    [
      "names of macros",
      "#define sz_xXF86VidModeGetAllModeLinesReq 8\nSEC_PointerToPKCS12KeyBagTemplate[]",
    ],
    ["members of a class", "Pass(FSDiscriminatorPass P = FSDiscriminatorPass::Pass1)"],
    ["a comment behind a number", "lastToken === 102/*f*/ && source"],
    ["how errors are handled", String.raw`encode('utf-8', 'surrogatepass'), b'\xed\xa0\x80'`],
    ["what a standard says", "passwords are normalized according to RFC7613. When"],
    [
      "what somebody is identified by",
      "a key identified by %NL80211_ATTR_KEY_IDX or by __mc68000__",
    ],
    [
      "settings that are written by root",
      "echo fs.inotify.max_user_watches=524288 | sudo tee -a x",
    ],
    ["basic things", "Basic UDP-Litev4 statistics; add basic 16bit-cielab support"],
    ["lines of a certificate", pemLines("MIIC", "AQEB", "AQEA9", "AKIA")],
    [
      "versions of packages",
      '"minipass": "^7.1.2",\n"fs-minipass": "~3.0.0",\n"x-auth": "^4.0.0-rc.1"',
    ],
    ["the same in a string", `"${pemLines("MIIC", "AQEB", "AQEA9").replaceAll("\n", "\\n")}"`],
    ["digests of files", `a/b.py,sha256=m-${pick(random, ALNUM, 41)},1164`],
    [
      "the parts of an address",
      "ftp://[[user][:password2]@]host[:port]/ and scheme://[u[:p4ssw0rd]@]h",
    ],
  ])("%s", (_what, text) => {
    expect(found(text)).toEqual([]);
  });
});
