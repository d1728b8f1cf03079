import { describe, expect, it } from "vitest";
import { secretsIn } from "../texts/found.ts";
import { HEX, pick, randomFrom, token } from "../texts/samples.ts";

const plain = ["tulip", "Vase", "4711"].join("");
const typed = ["harbor", "2017", "!"].join("");
const random = token(83, 32);
const signs = ["p-U", "_z!", "VPf~"].join("");
const shuffled = ["VBoN", "e#Qf", "NzRF", "uswD"].join("");
const hex = pick(randomFrom(89), HEX, 32);
const escaped = ["sun", "flower42"].join("\\;");

describe("a secret that is passed to a tool or a network is found", () => {
  it.each([
    ["by a shell", `vault login <<< ${plain}`, plain],
    ["by a shell, in quotes", `cryptsetup open /dev/sdb1 data <<< "${typed}"`, typed],
    ["to set a tool up", `pip install shodan && shodan init ${random}`, random],
    ["to unseal a vault", `vault operator unseal ${hex}`, hex],
    ["to a check of a container", `test: ["CMD-SHELL", "mysqladmin ping -h db -p${plain}"]`, plain],
    [
      "to another command, with a sign at its end",
      `echo "${plain}$" | docker login -u ada`,
      `${plain}$`,
    ],
    ["to Java's security", `new UsernamePasswordAuthenticationToken("ada", "${plain}")`, plain],
    [
      "to MySQL, in C",
      `mysql_real_connect(conn, "db", "ada", "${typed}", "shop", 0, NULL, 0)`,
      typed,
    ],
    ["in Indonesian", `passwordnya adalah ${plain}`, plain],
    ["in the code of a network", `WIFI:T:WPA;S:Cafe 5G;P:${signs};;`, signs],
    ["in such a code, with a sign of its own", `WIFI:S:A\\;B;T:WPA;P:${escaped};H:true;;`, escaped],
    ["in bold letters", `log in with password **${typed}**`, typed],
    ["to curl, glued to its option", `curl -XPUT -uada:${random} "https://h:9200/i"`, random],
    ["to htpasswd, which makes the file", `htpasswd -b -c /etc/htpasswd ada ${typed}`, typed],
    ["to a command, with one sign and no digit", `sqlcmd -S h -U sa -P '${shuffled}'`, shuffled],
    ["in a sentence, in hexadecimal", `use ${hex} as the root password`, hex],
    ["as an answer in hexadecimal", `What's the admin password?\n${hex}`, hex],
    ["behind who logs in with it, in hexadecimal", `Zugangsdaten: ada / ${hex}`, hex],
    ["to a variable in C++", `const std::string authSecret{"${random}"};`, random],
  ])("%s", (_how, text, secret) => {
    expect(secretsIn(text)).toEqual([secret]);
  });

  it.each([
    'while read -r line; do echo; done <<< "$OUTPUT2"; wc -w <<< textVase4711',
    'vault login <<< "$TOKEN2"; docker login --password-stdin <<< $(cat token2.txt)',
    "shodan init YOUR_API_KEY; shodan init <api-key>; shodan search port:4711",
    "WIFI:T:WPA;S:Cafe;P:;; WIFI:T:WPA;S:Cafe;P:$pass2word;; WIFI:T:WPA;S:Cafe;P:<password1>;;",
    "the password **must** have 12 letters, the token **types** are below",
    "curl -uada: https://h; curl -user:name https://h; curl -ssl -u:x",
    "htpasswd -b -c /etc/htpasswd ada $PASS2; sqlcmd -S h -U sa -P BuildConfig#Name",
    `use ${hex} as the password hash; commit ${hex} is for the password reset`,
    `What's the password hash?\n${hex}`,
    'token{"type"} secret{"name"} auto key{"first_key"};',
  ])("but not in %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});
