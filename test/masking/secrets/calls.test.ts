import { describe, expect, it } from "vitest";
import { filled } from "../texts/filled.ts";
import { secretsIn } from "../texts/found.ts";

describe("the password or key among the arguments of a call is found", () => {
  it.each([
    'jwt.verify(body, "PLAIN")',
    'jwt.decode(body, "PLAIN")',
    'JWT.decode body, "PLAIN"',
    'Jwts.builder().signWith(SignatureAlgorithm.HS256, "PLAIN")',
    'new SymmetricSecurityKey(Encoding.UTF8.GetBytes("PLAIN"))',
    'store := cookie.NewStore([]byte("PLAIN"))',
    's := securecookie.New([]byte("PLAIN"), nil)',
    'box = AESGCM(b"PLAIN")',
    'box = Fernet(b"PLAIN")',
    'crypto.pbkdf2Sync("PLAIN", salt, 1000, 64, "sha512")',
    'app.use(cookieParser("PLAIN"))',
    'LineBotApi("PLAIN")',
    'Credentials::new("ada".into(), "OWN".into())',
    'Credentials::new("ada".to_owned(), "OWN".to_owned())',
    'Settings(password=SecretStr("PLAIN"))',
    'settings.password = SecretBytes(b"PLAIN")',
    'URLSafeSerializer("PLAIN")',
    'auth = tweepy.OAuth1UserHandler("RANDOM", "HEX")',
    'auth = tweepy.OAuthHandler("RANDOM", "HEX")',
    '$c = new TwitterOAuth("RANDOM", "HEX");',
    'session = OAuth1Session("RANDOM", "HEX")',
    'auth.set_access_token("RANDOM", "HEX")',
    'cipher = AES.new("RANDOM", AES.MODE_ECB)',
    "$redis->auth('PLAIN');",
    'red:auth("PLAIN")',
    'client.auth("PLAIN")',
    'client.bearer_auth("PLAIN")',
    'new BasicAWSCredentials("AWS_ID", "PLAIN")',
    'credentials.NewStaticCredentials("AWS_ID", "PLAIN", "")',
    'RunAs("ada", "shop", "PLAIN")',
    'new DirectoryEntry("LDAP://ldap.example", "ada", "PLAIN");',
    'new ClientSecretCredentials("ada", "b", "c", "PLAIN")',
    'bcrypt.hash("PLAIN", 10)',
    "'password' => Hash::make('PLAIN'),",
    "'password' => bcrypt('PLAIN'),",
    'User(password=make_password("PLAIN"))',
    'generate_password_hash("PLAIN")',
    "password_hash('PLAIN', PASSWORD_DEFAULT)",
    "password_verify('PLAIN', $hash)",
    'check_password_hash(row.hash, "PLAIN")',
    'bcrypt.hashpw(b"PLAIN", salt)',
    'user.setPassword(passwordEncoder.encode("PLAIN"));',
    "BCrypt::Password.create('PLAIN')",
    "UPDATE users SET password = MD5('PLAIN') WHERE id = 1",
    "INSERT INTO users (login, password) VALUES ('ada', SHA1('PLAIN'))",
    "UPDATE users SET password=SHA2('PLAIN', 256)",
    "http.basic_auth 'ada', 'PLAIN'",
    'ks.load(in, "PLAIN".toCharArray());',
    'page.fill("#x").find("passwd").type("PLAIN")',
    'driver.find_element("name", "passwd").send_keys("PLAIN")',
    "driver.find_element('name', 'passwd').send_keys('PLAIN')",
    'driver.find_element("name", "pass").send_keys("PLAIN")',
    "driver.find_element('name', 'pass').send_keys('PLAIN')",
    'driver.find_element("name", "pwd").send_keys("PLAIN")',
    "driver.find_element('name', 'pwd').send_keys('PLAIN')",
    'expect "assword:"\nsend "PLAIN"',
    'expect "assword: "\nsend "PLAIN"',
    'expect "password:" { send "PLAIN"; exp_continue }',
    'expect "*assword*"\nsend "PLAIN"',
    'b64encode(b"ada:OWN")',
    'Buffer.from("ada:OWN").toString("base64")',
    'base64_encode("ada:OWN")',
    'Base64.StrictEncode64("ada:OWN")',
    '["mysqldump", "-u", "root", "-pPLAIN"]',
    '["mariadb", "-u", "root", "-pPLAIN"]',
    "['mysqladmin', '-u', 'root', '-pPLAIN']",
    "['mysqldump', '-u', 'root', '-pPLAIN']",
    "['mariadb', '-u', 'root', '-pPLAIN']",
    '{"cmd": "[\\"mysqladmin\\", \\"-pPLAIN\\"]"}',
    '{"cmd": "[\\"mysqldump\\", \\"-pPLAIN\\"]"}',
    '{"cmd": "[\\"mariadb\\", \\"-pPLAIN\\"]"}',
    "['sshpass', '-p', 'PLAIN', 'ssh']",
    '["valkey-cli", "-a", "PLAIN"]',
    '{"cmd": "[\\"redis-cli\\", \\"-a\\", \\"PLAIN\\"]"}',
    '{"cmd": "[\\"valkey-cli\\", \\"-a\\", \\"PLAIN\\"]"}',
    'Files.readAllBytes("site.pfx"), "PLAIN"',
    'load("site.jks"), "PLAIN"',
    'client.set_credentials("ada", "PLAIN")',
    'conn.setAuth("ada", "PLAIN")',
    'AuthTokens.basic("ada", "PLAIN")',
    'credentials.basic("ada", "PLAIN")',
    'new PasswordCredentials("ada", "PLAIN")',
    'new PasswordAuthenticator("ada", "PLAIN")',
    'PasswordToken("ada", "PLAIN")',
    'l.simple_bind_s("cn=ada", "PLAIN")',
    'log_in("ada", "OWN")',
    'sign_in("ada", "OWN")',
    '{auth: ("ada", "OWN")}',
    'auth=["ada", "OWN"]',
    '"auth": ["ada", "OWN"]',
    "'auth': ['ada', 'OWN']",
    '.auth("ada", "OWN")',
    'new Credentials("ada", "OWN")',
    'Credentials{"ada", "OWN"}',
    'UsernamePassword("ada", "OWN")',
    'MySQLdb.connect("db.example", "ada", "PLAIN")',
    '$db->real_connect("db.example", "ada", "PLAIN")',
    'new mysqli("db.example", "ada", "PLAIN")',
    'Database("db.example", "ada", "OWN")',
    'sql.connect("db.example", "ada", "OWN")',
    'mysqli("db.example", "ada", "OWN")',
    'pdo("db.example", "ada", "OWN")',
    'create_user("ada", "a@b", "OWN")',
    'session.open("db.example", "ada", "OWN")',
    'OAuth1Session(\n    "RANDOM",\n    "HEX",\n)',
    'auth.set_access_token(\n    "RANDOM",\n    "HEX",\n)',
    'new TwitterOAuth(\n    "RANDOM",\n    "HEX",\n    "MORE",\n)',
  ])("%s", (template) => {
    const { text, values } = filled(template);
    expect(secretsIn(text)).toEqual(values);
  });
});

describe("a password with spaces is masked as a whole", () => {
  it.each([
    'bcrypt.hash("VALUE", 10)',
    "'password' => Hash::make('VALUE'),",
    'log: {"code":"Hash::make(\\"VALUE\\")"}',
    "UPDATE users SET password = MD5('VALUE') WHERE id = 1",
    "DefaultPassword    REG_SZ    VALUE\r\nAutoAdminLogon    REG_SZ    1",
  ])("in %s", (template) => {
    for (const value of [["S3cr", "et pw9x"].join(""), ["my Tul", "ip#47 vase"].join("")]) {
      expect(secretsIn(template.replace("VALUE", value))).toEqual([value]);
    }
  });

  it("but no sentence is", () => {
    expect(secretsIn('bcrypt.hash("the digest of version 2 of Rfc2898 in base64")')).toEqual([]);
    expect(secretsIn("Password    REG_SZ    not set\r\n")).toEqual([]);
  });
});

describe("the credential behind a scheme of any vendor is found in the header", () => {
  it.each([
    'req.Header.Set("Authorization", "Harvest HEX")',
    'headers["Authorization"] = "App RANDOM"',
    "headers['Authorization'] = 'App RANDOM'",
    'headers.put("Authorization", "Harvest HEX");',
    'headers.Authorization = "Harvest UUID"',
    'builder.addHeader(HttpHeaders.AUTHORIZATION, "Harvest RANDOM")',
    'proxy_set_header Authorization "Harvest RANDOM";',
    '{"name":"Authorization","value":"Harvest RANDOM"}',
    '{\\"name\\": \\"Authorization\\", \\"value\\": \\"Harvest RANDOM\\"}',
    "headers: { Authorization: `Harvest RANDOM` }",
  ])("%s", (template) => {
    const { text, values } = filled(template);
    expect(secretsIn(text)).toEqual(values);
  });

  it.each([
    'headers["Authorization"] = "AWS4-HMAC-SHA256 Credential=KEY/20150830/us-east-1/iam/aws4_request, SignedHeaders=host"',
    'allow("Authorization", "Accept X-Request-Id")',
    'headers["Authorization"] = "Harvest " + token2',
    'labels: { authorization: "Stufe genehmigungsverfahren" }',
    "t('authorization', 'Please visit-our-help-center-24')",
    'authorization: "Role ROLE_ADMIN_LEVEL_2_USERS"',
    "deauthorization: 'policy payments-policy-2024-01-01'",
    'authorization: "image ghcr.io/acme/authz:v1.2.3"',
    '"authorization", "version 2024-08-01-preview1"',
    'preauthorization = "case 7f3a9c1e5b8d2046af19"',
  ])("but nothing in %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});
