import { pick, randomFrom } from "./samples.ts";

const PIECES = [
  "a",
  "A",
  "1",
  "@",
  ".",
  "-",
  "_",
  ":",
  "/",
  "(",
  " ",
  "\n",
  '"',
  "\\",
  "%40",
  "a@",
  "a.",
  "a@a.",
  "x@y-",
  "1-",
  "1 ",
  "1.",
  "+1",
  "(1)",
  "ab:",
  "::",
  ",::",
  "1:",
  "-----BEGIN ",
  "eyJ",
  "eyJhbGciOiJIUzI1NiJ9.",
  "password=",
  "key=",
  'key="',
  "secret_",
  "api_key ",
  "token ",
  "http://",
  "a://",
  "http://a:b@",
  "DE89 3704 0044 ",
  "AA00",
  "0x",
  "bc1",
  "\u200b",
  "1\u200b",
  "\uff11",
  "😀",
  "漢",
  "\ud800",
  "user:pass@",
  "curl -u ",
  "bearer ",
  "[EMAIL_1]",
  "[EMAIL_",
  " dot ",
  "[at]",
  "apikey:",
  "x-api-key:@",
  "a_at_b_dot_",
  "a-at-b-dot-",
  "a-at-",
  "a dot b at ",
  "is ",
  "my password is ",
  "<secret>",
  "phone ",
  "call me at ",
  "\\n",
  "&#64;",
  "4111 ",
  "card 4111 1111 ",
  "four ",
  "four five x ",
  "one-seven.",
  "AbC1",
  "x1y2z3",
  "--token ",
  "Authorization: ",
  "://user:",
  "key is a b c d ",
  "a:b@c/",
  "1/1",
  "key-",
  "live_",
  "sk-",
  "AKIA",
  "xoxb-1-",
  "password,",
  "password,password\n",
  "user;pw;token\nx;Abc12345!;Abc12345!\n",
  "password,a\n1",
  "|1password|a|\n+--+--+\n",
  " 1password | a\n----+----\n",
  "│1password│a│\n├─┼─┤\n",
  "<th><i>1password</b></th>",
  "1password  a\n---------  --\n",
  "<tr><th>1password</th></tr>",
  "password | ",
  "identified by ",
  "identified with sha256 ",
  "password (currently Ab1#cdef ",
  "passw old: Ab1#cdef\nnew: ",
  "keypair [1,2,3,",
  "PASSWORD=copper-meadow-lantern-",
  "mysql -p ",
  'password","value":"',
  "password</td><td>",
  'setPassword("',
  '"d":"',
  "password for the wifi ",
  "x1!aaaaaaa as the password ",
  "password\n",
  "<th>password</th>",
  "<tr><th>password</th></tr><tr><td>x</td></tr>",
  "password  \n---  ---\nx\n",
  "Cookie: a=b; ",
  "a=b; ",
  "||password||\n",
  "MAILER=a1\n",
  "mailer: A1a\n",
  'api_key = "a1B2c3D4e5F6" + ',
  ".erlang.cookie=",
  "fm2_+",
  "glimt--",
  "CfDJ8-",
  "eyJ.",
  "ewog.",
  "p.eyJ1",
  'wpa-psk ""',
  'XAUTH "&quot;',
  "WIFI:u:p@",
  "密碼:?",
  "비번=.",
  "tok：&",
  "vv.com/:_authToken=12bb",
  "requirepass aB3dE6gHtok_",
  "stay-at-home.jane [at] example dot com ",
  "a-at-b.c.d.e.f-at-",
  "@口令=",
  "@haslo%3dkeycdn",
  "口令為'@",
  'ionos\\","',
  "a@\n",
  "a@\nb.com",
  "RO12 AAAA ",
  "RO12AAAA",
  "we are at a dot com ",
  "DB_PASSWORD=xqKvBzmWhJtp\n",
  'password="xqkvbzmwhjtp" ',
  "Z2hwX",
  "Z2hwX ",
  "echo a1 | token ",
  "echo aB3dE6gHk9 | gh secret set TOKEN\n",
  "jane [ @ ] ",
  "cred:-",
  "WIFI:.",
  "口令为: ",
];

/** Texts of `size` code units designed to keep a detector busy, by name. */
export function hostileTexts(size: number): Record<string, string> {
  const repeat = (piece: string): string =>
    piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
  const random = (characters: string): string => pick(randomFrom(5), characters, size);
  const texts: Record<string, string> = {};
  for (const piece of PIECES) texts[JSON.stringify(piece)] = repeat(piece);
  texts["cookies within cookies"] = repeat(`${"cookie=".repeat(70)};`);
  texts["cookies within a random one"] = repeat(`${"aB3-cookie=".repeat(360)};`);
  texts["rows of names"] = repeat(`&amp;${"psk=".repeat(130)}dp.st.prd.`);
  texts["rows of names in other letters"] = repeat(`x,${"암호=0".repeat(130)}`);
  const long = "aB3dE6gHk9".repeat(60);
  texts["rows of long values"] = repeat(`token="${long}",`);
  texts["rows of long values, escaped"] = repeat(`token=${long}%2Btoken%3D\\/`);
  texts["rows of labels"] = repeat(`x\\${"1Q~cred:".repeat(130)}`);
  texts["a long word of small letters as a value"] = repeat('mattermostpersonaltoken,"');
  texts["one address without an end"] = `x@${repeat("a.")}`;
  texts["one URL without an end"] = `http://a:${repeat("a")}`;
  texts["one password without an end"] = `password:${repeat(" ")}`;
  texts["one key without an end"] = ["-----", "BEGIN RSA PRIVATE", " KEY-----\n", repeat("A")].join(
    "",
  );
  texts["one INSERT without an end"] = `insert into t (${repeat("password,")}`;
  texts["copied rows of many columns"] = repeat(
    `copy t (${"token,".repeat(95)}x) from stdin;\n${`${"a\t".repeat(96)}\n`.repeat(100)}`,
  );
  texts["headers with a rule and no row"] = repeat(
    "Password  Phone  |--+--|\n--------  --------\n",
  );
  texts["copies without a row"] = repeat("copy t (password, phone) from stdin;\n");
  texts["one INSERT of many rows"] = `INSERT INTO t (password) VALUES ${repeat("('Abc12345!'),")}`;
  texts["one table of many columns"] =
    `${"pw,".repeat(32)}\n${repeat(`${"Abc12345!,".repeat(32)}\n`)}`;
  texts["lines that begin like web tokens"] = repeat(`eyJ${"a".repeat(73)}\n`);
  texts["a raw mail of broken lines"] = `quoted-printable\n${repeat("=\r\n")}`;
  texts["arrays of names"] = repeat('["password",');
  texts["rows of an array of names"] = `["password","a"],${repeat('["Abc12345!","b"],')}`;
  texts["rows that each name a column"] = repeat('"],["aB3dE6gHk9passwd');
  texts["a list of values with a name in each"] = repeat('"aB3dE6gHk9mNpQ2rS4-token", ');
  texts["literals with a name in each"] = repeat('aB3dE6gHk9mNpQ2rS4_token" "');
  texts["settings without a value"] = repeat("DB_PASSWORD=\n");
  texts["quotes that are encoded twice"] = repeat("%2522password%2522%253A");
  texts["cents before numbers"] = repeat("42 00 4242 ");
  texts["random letters and digits"] = random(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
  );
  texts["random digits"] = random("0123456789");
  texts["random digits and separators"] = random("0123456789 -.");
  texts["random addresses"] = random("abc.@_- ");
  texts["random names and values"] = random('key=:tokn" 1aB');
  return texts;
}
