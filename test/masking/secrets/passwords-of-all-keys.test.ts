import { describe, expect, it } from "vitest";
import { secretsIn } from "../texts/found.ts";
import { ALNUM, pick, randomFrom } from "../texts/samples.ts";

/** The whole keyboard as generators use it, without the quotes and characters that most omit. */
const KEYS = `${ALNUM}${ALNUM}!#$%()*+,-./:;<=>?[]^_{|}~`;
const joined = (...pieces: readonly string[]): string => pieces.join("");
const bracketed = joined("~B|P8}<z", "[5]D5Ql?w329");
const closed = joined("g#DbDWI|b@f)P", ".08qE+)");
const opened = joined("<y:-]->/qJS4", "*CPx^Xpe9");

describe("a generated password with characters of the whole keyboard is found whole", () => {
  it.each([
    ["in an environment file", (value: string) => `DB_PASSWORD=${value}\nDB_PORT=5432`],
    ["in YAML", (value: string) => `db:\n  password: ${value}\n  user: app`],
    ["in properties", (value: string) => `spring.datasource.password=${value}\n`],
    ["in JSON", (value: string) => `{"password":"${value}","port":5432}`],
    ["in code", (value: string) => `const password = '${value}';`],
    ["in a ticket", (value: string) => `User: ada\nPassword: ${value}\nRegards`],
    ["in a sentence", (value: string) => `my password is ${value} and it fails`],
  ])("%s", (_where, write) => {
    for (const value of [bracketed, closed, opened])
      expect(secretsIn(write(value))).toEqual([value]);
  });

  it("in a connection string, up to the next setting", () => {
    const text = `Server=x;User Id=sa;Password=${bracketed};Encrypt=true`;
    expect(secretsIn(text)).toEqual([bracketed]);
  });

  it("in a URL, whatever is encoded in it", () => {
    for (const value of [bracketed, opened].map(encodeURIComponent)) {
      const text = `DATABASE_URL=postgres://app:${value}@db.example.com:5432/shop?ssl=1`;
      // The part after the last special character looks like an email address with the host.
      expect(secretsIn(text)[0]?.replace(/@db\.example\.com$/, "")).toBe(value);
    }
    const pages = "http://localhost:PORT/a?b=@example.com http://docs:Page/a=1&B2<@example.org";
    expect(secretsIn(pages)).toEqual([]);
  });

  it("in an environment file, even if its characters could be code", () => {
    const value = joined("9h;wi:?_f", "dNzBz,B4");
    expect(secretsIn(`DB_PASSWORD=${value}\n`)).toEqual([value]);
  });

  it("in two of three cases, whatever characters it has", () => {
    const values = Array.from({ length: 600 }, (_, seed) => pick(randomFrom(seed), KEYS, 18));
    const found = values.filter((value) =>
      secretsIn(`  password: ${value}\n  port: 1\n`).includes(value),
    );
    expect(found.length).toBeGreaterThan(400);
  });

  it.each([
    ["a password in JSON", (value: string) => `{"password": "${value}", "port": 5432}`],
    ["a password in PHP", (value: string) => `'password' => '${value}',`],
    ["a password in code", (value: string) => `const dbPassword = "${value}";`],
    ["a signing key in quotes", (value: string) => `SECRET_KEY = '${value}'`],
  ])(
    "nearly always if it is long, however many words and operators chance makes: %s",
    (_, write) => {
      for (const length of [32, 50, 64]) {
        const values = Array.from({ length: 300 }, (_, seed) =>
          pick(randomFrom(seed), `${KEYS}@&`, length),
        ).filter((value) => !/\$\{|%[{(]/.test(value));
        const found = values.filter((value) => secretsIn(write(value)).includes(value));
        expect(found.length).toBeGreaterThan(values.length * 0.9);
      }
    },
  );

  it.each([
    ["in JSON", 0.8, (value: string) => `{"client_secret": "${value}", "region": "eu"}`],
    ["in code", 0.8, (value: string) => `api_key: "${value}"\n`],
    ["in an environment file", 0.7, (value: string) => `CLIENT_SECRET=${value}\nPORT=80\n`],
    ["in YAML", 0.5, (value: string) => `auth:\n  client_secret: ${value}\n  port: 80\n`],
    ["whose name could be of something else", 0.6, (value: string) => `salt: "${value}"\n`],
    ["of a vendor", 0.4, (value: string) => `OPENAI_PROD=${value}\nPORT=80\n`],
  ])("mostly also if it is a client secret %s", (_where, share, write) => {
    for (const length of [16, 24, 40]) {
      const values = Array.from({ length: 300 }, (_, seed) =>
        pick(randomFrom(seed), `${KEYS}@&`, length),
      );
      const found = values.filter((value) => secretsIn(write(value)).includes(value));
      expect(found.length).toBeGreaterThan(values.length * share);
    }
  });

  it.each([
    ["in JSON", 0.85, (value: string) => `{"password": "${value}", "port": 5432}`],
    ["in code", 0.85, (value: string) => `password = "${value}"\n`],
    ["in an environment file", 0.55, (value: string) => `DB_PASSWORD=${value}\nDB_PORT=5432\n`],
    ["in a ticket", 0.5, (value: string) => `User: ada\nPassword: ${value}\nRegards`],
  ])("mostly even if it has quotes and backslashes %s", (_where, share, write) => {
    for (const length of [12, 16, 24]) {
      const found = Array.from({ length: 300 }, (_, seed) => {
        const value = pick(randomFrom(seed), `${KEYS}@&"'\`\\`, length);
        const written = write("").includes('"') ? value.replace(/["\\]/g, "\\$&") : value;
        const isApart = /^["'`]|["'`]$/.test(written) && written === value;
        return isApart || secretsIn(write(written)).includes(written);
      });
      expect(found.filter(Boolean).length).toBeGreaterThan(300 * share);
    }
  });

  it("in the constants of WordPress, even if it begins with a dash, as options do", () => {
    const value = joined("-%T|WUUz,2cqtRIYIE$]", "ee88lnkcrFv>Sv?@:=EY~]", "=^AjyULGMuD:-3rD#&HZ2");
    expect(secretsIn(`define( 'LOGGED_IN_KEY',    '${value}' );`)).toEqual([value]);
    expect(secretsIn("curl -u --user -k https://example.com -p -b --data-raw")).toEqual([]);
  });

  it.each([
    'password: "^(?=.*[A-Z])(?=.*[#@%^])[A-Za-z\\d#@%^]{12,}$"',
    'secret: "<%= User.find(1).Token2 %>#<%= B7.c(d)[0] %>"',
    `password: "#{Rails.env}_K1%{x2}@$\{Y3.z4}~{{A5.b6}}"`,
    'password="+e.P1*(2>=t&&R<<3)+"&x="+(Q.x||a[0])+"#"+B(c,1)+"@"+d',
    'token: "%Y-%m-%dT%H:%M:%S.%f#%z^%A@%B"',
    '{ token: "[^A-Za-z0-9_]+#", regex: "\\\\B(?=(\\\\d{3})+(?!\\\\d))" }',
    "encryption_key (str|None): The key of the bucket. salt (Int32|None[T2]): webhook (Dict[str,B7]|Any2): d",
    `expect(read("api_token=")).toEqual(["B7@x"]); f("\${A1}@#{b2}", token="@@{Q9}~#");`,
    'csrf_token: "<%= csrf_B7(@x) %>", "secret": "{{ .Values.X1@y2 }}#"',
  ])("but not if it is %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });

  it.each([
    "password: /^(?=.*[A-Z])(?=.*\\d)[A-Za-z\\d@$!%*?&]{8,}$/, pass: /[^A-Z#@9]+/g",
    "password=e[0]?A(t,2):n;o.P=r(e,1)&&N;password:t.P[3]||T,r:1",
    "password=$" + "{DB_PASS:-x1}; password=%(db_pass1)s@%(host2)s",
    "passwordFormat: %Y-%m-%dT%H:%M:%S, password=@P1@, password=#{P1}#",
    "set PGPASSWORD=%DB_PASS1% & set PASSWORD=!DB_PASS1! & DB_PASSWORD=@DB_PASS1@ DB_PASS=<db_pw_01>",
    'DB_PASSWORD=__DB1_PASS__ DB_PASSWORD=<db-pass1> {"password": "__DB_PASS1__"}',
    "<Input password={(e)=>setP(e.t[0])}/> pass={{P1|default(X2)}} password=<%=@p[:x1]%>",
    "password=$(cat /run/x1|tr -d X) pwd=`cat /P1#2`",
    `  password: t.P["b3"]+c["D2"];\n  password: e["P1"]?A(t,2):n\n password: '#'+T2["x@"]`,
    `password="//a[@id='P1']/b[2]"\npassword: a["B1"]+#\npass=r"^(?:[A-Z]{2}['\\d]){3}#$"`,
    "passwd -S root|awk {print$2} password=[A-Z@#$%^&*()_+]{12,}",
  ])("but not in %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});
