import { describe, expect, it } from "vitest";
import { valuesIn } from "../texts/found.ts";

const PASSWORD = ["Tulipan", "4711x"].join("");

describe("a password is found in a literal that a call converts, wraps or hashes:", () => {
  it.each([
    'db_password = QStringLiteral("…")',
    'const QString kPassword = QString::fromUtf8("…");',
    'std::string password = std::string("…");',
    'password = L"…"',
    'CString password = _T("…");',
    'MasterUserPassword: aws.String("…"),',
    '"password": pulumi.String("…"),',
    'Password: ptr.To("…"),',
    "password: cdk.SecretValue.unsafePlainText('…'),",
    'val password = Optional.of("…")',
    'db_password = pydantic.SecretStr("…")',
    'admin_password = sensitive("…")',
    "'password' => Hash::make('…'),",
    "'password' => bcrypt('…'),",
    "password: await bcrypt.hash('…', 10),",
    'user.password = generate_password_hash("…")',
    'hashed_password = bcrypt.hashpw(b"…", bcrypt.gensalt())',
    'user.setPassword(passwordEncoder.encode("…"));',
    'password = Argon2.hash("…")',
    'password = hashlib.sha256("…".encode()).hexdigest()',
    'password = urllib.parse.quote_plus("…")',
    "const password = encodeURIComponent('…')",
    'password: !Sub "…"',
  ])("%s", (code) => {
    expect(valuesIn(code.replace("…", PASSWORD))).toEqual([PASSWORD]);
  });

  it("and a password of a Go data source with any sign", () => {
    const typed = ["Tul#ip", "an4711$"].join("!");
    expect(valuesIn(`dsn := "ada:${typed}@tcp(127.0.0.1:3306)/shop"`).join()).toContain(typed);
  });

  it.each([
    'dsn="ada:$DB_PASSWORD@tcp(db:3306)/shop"',
    'password = t("Password1 is required")',
    'password = getpass("Enter password2: ")',
    'db_password = ptr.To(os.Getenv("DB_PASSWORD_1"))',
    'password = str("PASSWORD")',
    'const password = encodeURIComponent("new-password")',
  ])("but none in %s", (code) => {
    expect(valuesIn(code)).toEqual([]);
  });
});
