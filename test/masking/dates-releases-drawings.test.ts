import { describe, expect, it } from "vitest";
import { valuesIn } from "./texts/found.ts";
import { card, grouped, pick, randomFrom, token } from "./texts/samples.ts";
import { spread } from "./texts/spread.ts";

/** Four numbers that releases and sections have, and addresses as well. */
const SMALL = "4.12.17.3";
const visa = card("4", 16, 5);
const amex = card("37", 15, 5);
const code = ["38", "2"].join("");
const password = ["Heron", "4631!"].join("");

/** Those of the texts in which something else than `expected` is found. */
function otherThan(expected: readonly string[], texts: readonly string[]): string[] {
  return texts.filter((text) => valuesIn(text).join() !== expected.join());
}

describe("what follows a value is its own", () => {
  it.each(["jane@example.com", "203.0.113.9", "+1 415 642 4948"])(
    "a date behind %s is no security code",
    (value) => {
      const texts = spread(`${value}{ ,\t,; }11/24/2023{, 10:15, GET /}`);
      expect(otherThan([value], texts)).toEqual([]);
      expect(valuesIn(`${value} 12/31/1999`)).toEqual([value]);
    },
  );

  it("a security code behind a card and its date is found, whatever year it looks like", () => {
    expect(valuesIn(`${visa} 11/24/${code}`)).toEqual([visa, code]);
    expect(valuesIn(`${amex} 11/24/2003`)).toEqual([amex, "2003"]);
    expect(valuesIn(`${grouped(visa, 4, " ")} 09/27 ${code}`)).toContain(code);
  });
});

describe("releases and parts of documents and buildings are no addresses", () => {
  it.each([
    "{Raum,Zimmer,Abschnitt,Kapitel,Ziffer,Anhang,Anlage,Absatz} @, Gebäude C",
    "{room,Room:,room no.,Appendix,Annex,Article,requirement,sections} @ is closed",
    "{salle,chapitre,annexe,sala,aula,apartado,capítulo,sección,seção,artigo,sezione} @",
    "{hoofdstuk,lokaal,bijlage,rozdział,sali,kapitola,avsnitt,bölüm,oda} @",
    "{раздел,главе,пункт,кабинет,第,会议室,會議室,会議室} @",
    "EC{ number,:,} @ is an enzyme",
    "{Oracle,Oracle Database,Oracle 12c,DB2,WebLogic Server,Hadoop,jackson-databind,Rails} @",
    "sections @ and 4.12.17.4",
    '<h4 class="title"><a xmlns="" id="id-1.13.6.8.8"></a>@. Using a file</h4>',
    '<a href="setup.html#sect.mail">@. Using a file</a>',
    "#### @ Using a file",
    "       @.  Using a file . . . . 45",
    "Text.\n\n   @.  Using a file\n\n   Text.",
    "  4.12.17.  Files . . . . 44\n  @.  Using a file",
    "#### @ Using {IPv6,HTTP2} in a file\n",
    "cpe:{/a,2.3:o}:heron:reader:@:*",
    "heron (1:@{+dfsg-1,.dfsg-2,-dfsg1,+repack-1}) and its files",
    "{Linux,Linux kernel,util-linux-ng,Pandoc} @ and others",
  ])("%s", (pattern) => {
    const texts = spread(pattern).map((text) => text.replace("@", SMALL));
    expect(otherThan([], texts)).toEqual([]);
  });

  it.each(["4.12.17.3", "85.1.1.12", "10.2.14.3", "4.2.1.3"])("nor are headings: %s", (number) => {
    const texts = [
      '<h4 class="title">@. Hosts</h4>',
      '<a title="@. The address of a host">',
      '<a href="windows.html#from-a-script">@. From a script</a>',
      '<span class="section-number">@. </span>Host names',
      '<h4 class="subsubsection">@ Servers and hosts</h4>',
      "\n@ host_names\n..............\n",
      "   * 4.12.2. Hosts\n   * @. Their servers",
      "-- 4.12.2. Hosts\n-- @. Their servers",
    ].map((text) => text.replace("@", number));
    expect(otherThan([], texts)).toEqual([]);
  });

  it("nor are releases since when something is there", () => {
    expect(otherThan([], [`@since ${SMALL}`, `Since @${SMALL} hosts`])).toEqual([]);
  });

  it.each(["23.14.55.66", "10.2.14.3"])("but what looks like them is found: %s", (address) => {
    const texts = [
      '<h4 class="title">@</h4>',
      '<a title="@">',
      '<a href="hosts.html#db">@</a>',
      '<span class="section-number">@ down</span>',
      "\n@ web01\n--------------\n",
      " * The host is\n * @. Restart it",
      "- @. Restart it",
      "down since @",
    ].map((text) => text.replace("@", address));
    expect(otherThan([address], texts)).toEqual([]);
    expect(valuesIn('<h4 class="title">203.0.113.9. Down</h4>')).toEqual(["203.0.113.9"]);
  });

  it.each([
    "{mushroom,Zimmermann,oracle-host,ec2,db2.example} @",
    "# @ (gateway)",
    "### @ web01",
    "@. Then it stopped",
    "{room,Oracle} @:8080",
    "<td>@. Then</td>",
    '<a href="setup.html">@</a>',
    "{PING ,traceroute to ,ssh }{db2,oracle,rails} (@) 56(84) bytes",
    "db1 and db2: @",
    "db2 @\ndb3 ",
    "It came from\n{,  }@.  Please look into it",
    "#### @ web{01,-eu-2}\n",
  ])("but those of hosts are found: %s", (pattern) => {
    const texts = spread(pattern).map((text) => text.replace("@", SMALL));
    expect(otherThan([SMALL], texts)).toEqual([]);
  });

  it("nor are those of private networks and of servers taken for rooms", () => {
    const addresses = ["10.2.14.3", "192.168.7.40", "52.14.3.77", "203.0.113.7", "23.14.55.66"];
    const missed = addresses.filter(
      (address) =>
        valuesIn(`Room ${address}, Oracle ${address}`).join() !== `${address},${address}`,
    );
    expect(missed).toEqual([]);
  });

  it("the version of a program is none behind its process, but the peer of a network is", () => {
    expect(otherThan([], ["libcurl/7.61.1.3:1234", "curl/7.61.1.3:1234"])).toEqual([]);
    expect(valuesIn("ada/7.61.1.3:1194")).toEqual(["7.61.1.3"]);
    expect(otherThan(["203.0.113.7"], spread("{libby,curl,chrome}/203.0.113.7:51820"))).toEqual([]);
  });
});

describe("numbers of offices, posts and programs are no telephones", () => {
  it.each([
    ["releases of an office", "Microsoft Office {97/2000,2010/2013,365/2019,16.0.4266.1001} files"],
    ["browsers of telephones", "{Chrome/62.0.3202.84,Version/10.0.9.2372} Mobile Safari/537.36"],
    ["postal codes of Brazil", "CEP{ ,: }{01310-100,01310100}, São Paulo"],
    ["numbers with decimals", "used to format the number {12345.678,12345.67}"],
    ["negative coordinates in Mobile", "Mobile\n36601,30.701142,-88.103184,Mobile,AL"],
    ["members of an object in a string", String.raw`"{\n  w: 604800,\n  d: 86400,\n}"`],
  ])("%s", (_what, pattern) => {
    const texts = pattern.startsWith('"{') ? [pattern] : spread(pattern);
    expect(otherThan([], texts)).toEqual([]);
  });

  it.each([
    ["office 8372-6451", "8372-6451"],
    ["office: 2013/83726", "2013/83726"],
    ["cep: 83726451", "83726451"],
    ["cep 0532 123 45 67", "0532 123 45 67"],
    ["tel 555.0132", "555.0132"],
    ["call 1415-642-4948", "1415-642-4948"],
    ["w: 83726451\n", "83726451"],
    ["Tel. 49.0.7031.98765", "49.0.7031.98765"],
    ["Mobile: 44.0.7700.90012", "44.0.7700.90012"],
    ["Tel.: 1234.567", "1234.567"],
    ["Telefon 12345.678", "12345.678"],
    ["Phone -555.1234", "555.1234"],
  ])("but telephones are found: %s", (text, value) => {
    expect(valuesIn(text)).toEqual([value]);
  });
});

describe("drawings, paths and scales have no cards and telephones", () => {
  it.each([
    "c-.2512-.6586.2494-.2449.6587-.2511.908 0a.64.64 0 0 1 0 .9043",
    "3.1343c.4477.4444.8954.8889 1.3432 1.2444zm7.5668 2.5777c",
    ".6042 1.36c.22.4911.4435.9881.6637,1.4911s.4345.994",
    "-4.6804.5837-.4563-.2687-.4523-.8852-.077-1.2573",
    "M7.003 3.5867zm7.1779 0h.8208V5.643c0 .615.235.9281.6531.9281.4293 0",
    ".6726 1.8258.733.358.673.4804.673.4804",
    "-.42-.711.42-.3277 0 .0623.05.1309.1309.1309.0876",
    "https://user-images.example/399657/68221862-17ceb980-ffb8-11e9-87d4-7b30bd12c4a1.png",
    "1,0,0,0,.21,1.09,1.15,1.15,0,0,0,.33.21.94.94,0,0,0,.76,0,1.15",
    "const notes = '40 42 44 45 47 49 51 52';",
  ])("%s", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });

  it.each([" ", "-", ".", "\n"])("but cards in groups are found, with %j between them", (sign) => {
    const found = [1, 2, 3, 4].map((seed) => grouped(card("4", 16, seed), 4, sign));
    const texts = spread("{card no.,Nr. ,· ,- ,/,1. ,x=}");
    const missed = found.flatMap((value) =>
      texts.filter((before) => valuesIn(`${before}${value}, thanks`).join() !== value),
    );
    expect(missed).toEqual([]);
  });

  it("a card behind the number of its item is found", () => {
    const value = grouped(visa, 4, ".");
    expect(otherThan([value], [`card 1.${value}`, `Card #12.${value}`])).toEqual([]);
  });

  it("a card in pairs, or in a path alone, is found", () => {
    expect(valuesIn(`card ${grouped(visa, 2, " ")}.`)).toEqual([grouped(visa, 2, " ")]);
    for (const path of ["/", "", "/2027"])
      expect(valuesIn(`/cards/${visa}${path}`)).toEqual([visa]);
    expect(valuesIn("call 415.642.4948, 415.642.4949")).toEqual(["415.642.4948", "415.642.4949"]);
  });
});

describe("what has a secret's name is something else by its form", () => {
  it.each([
    ["a date to be printed", "Das Passwort wurde seit dem %.4s-%.2s-%.2s nicht geändert."],
    ["a rule of a grammar", "password {::=,=} {1*VCHAR,1*64VCHAR,2*DIGIT}"],
    [
      "a manager of passwords",
      "Password managers compared: 1Password 8, and a password: 1Password",
    ],
    ["what a parser must accept", "const mustPass = ['c3/4/m.', 'c##3//r..'];"],
    ["scopes of highlighters", "{ token: 'support.function.actionscript.2', regex: x }"],
    ["Palau between other countries", '"PT":"912345678","PW":"6201234","PY":"961456789"'],
    ["the English of Palau", '"en-PN": "en-001", "en-PW": "en-001"'],
    ["modules of bundlers", '"names":["login","forgotPassword","require$$8","jwt","require$$0"]'],
    ["constants of programs", "MAY_HAVE_KEYFRAMES_AT_RULE.test(name)"],
    ["names of glyphs", 'keyboardPedalToe1 = "x"'],
  ])("%s", (_what, pattern) => {
    const texts = pattern.startsWith("password {") ? spread(pattern) : [pattern];
    expect(otherThan([], texts)).toEqual([]);
  });

  const key = `key${pick(randomFrom(7), "0123456789abcdefghijkLMNOPQRSTUVWXYZ", 14)}`;
  it.each([
    ["a password with signs", `password: %${password}`, `%${password}`],
    ["a password below a login", `{"ID":"bob","PW":"${password}"}`, password],
    ["a password of a member", `"PT":"1","PW":"${password}","ID":"2"`, password],
    ["a parser's password", `parserPass = '${password}'`, password],
    ["a token in parts", `token: 'support.${token(3)}'`, `support.${token(3)}`],
    ["a mailbox in capitals", "JANE_DOE_AT_EXAMPLE.com", "JANE_DOE_AT_EXAMPLE.com"],
    ["one of three names", "JANE_M_DOE_AT_EXAMPLE.com", "JANE_M_DOE_AT_EXAMPLE.com"],
    ["one at a host of two", "JANE_AT_MY_FIRM.de", "JANE_AT_MY_FIRM.de"],
    ["a database's password", `db_PW=${password}`, password],
    ["a password that a key of JSON names", `{"my-PW": "${password}"}`, password],
    ["a password called pass", `WILL_PASS=${password}`, password],
    ["one in camel case", `{"canPass": "${password}"}`, password],
    ["an older key", key, key],
  ])("but not %s", (_what, text, value) => {
    expect(valuesIn(text)).toEqual([value]);
  });
});
