import { describe, expect, it } from "vitest";
import { LITERALS } from "../../../src/masking/detectors/assigned/name/stems.ts";
import {
  FOREIGN_KEY,
  PAIR_NOUN,
  PASSWORD_NOUN,
  SECRET_NOUN,
  WEAK_NOUN,
  wordsWith,
} from "../../../src/masking/detectors/assigned/name/words.ts";
import { filled } from "../texts/filled.ts";
import { secretsIn } from "../texts/found.ts";
import { token } from "../texts/samples.ts";

const words = (text: string): string[] => text.split(" ");
const plain = ["tul", "ip88"].join("");
const brief = ["q7dk", "w2xz9"].join("");
const random = token(141, 28);

describe("a value is found behind a word for a password", () => {
  it.each(
    words(
      "password passwd passwrd pasword paasword passowrd passwrod passward pwd pass passphrase passcode pw psw pswd passwort kennwort contraseña contrasena senha mdp wachtwoord hasłem hasło haslo lozinka parola пароль пароля lösenord passord salasana adgangskode kodeord heslo geslo jelszó şifre khẩu รหัสผ่าน סיסמה पासवर्ड 암호 密码 密碼 口令 パスワード 暗証番号 비밀번호 비번 패스워드 contrasenya parool slaptažodis лозинка парола паролата паролем паролът jelszavam jelszava şifrem şifresi parolam parolası salasanani salasanasi passordet lösenordet adgangskoden kodeordet סיסמא הסיסמה باسورد الباسورد گذرواژه συνθηματικό psk authtok passw pword bindpw rootpw userpw adminpw dbpw mypw sifre jelszo losenord",
    ),
  )("%s", (noun) => {
    expect(secretsIn(`${noun}: "${plain}"`)).toEqual([plain]);
  });

  it.each([
    "mot de passe",
    "kata sandi",
    "kata sandinya",
    "kata laluan",
    "mật khẩu",
    "كلمة المرور",
    "كلمة مرور",
  ])("%s", (noun) => {
    expect(secretsIn(`${noun}: "${plain}"`)).toEqual([plain]);
  });

  it.each(["كلمة السر", "كلمة سر", "الرقم السري", "رمز عبور"])("%s", (noun) => {
    expect(secretsIn(`${noun}: "${plain}"`)).toEqual([plain]);
  });
});

describe("a short value is found behind a word for a token", () => {
  it.each(
    words(
      "secret secrets token tokens credential credentials cred creds apikeys jwt bearer secretkey 秘密鍵 トークン シークレット 시크릿 apisecret clientsecret appsecret geheimnis токен токена токеном jeton jetonu 令牌 belirteç belirteci belirtecim 토큰 توكن التوكن टोकन",
    ),
  )("%s", (noun) => {
    expect(secretsIn(`${noun}: "${brief}"`)).toEqual([brief]);
  });

  it.each(
    words(
      "using used setup activation api secret access private auth signing sign encryption encrypt decryption crypto master account service license licence app application client storage shared admin root deploy deployment ssh webhook hmac jwt token bot user server consumer developer dev write read ingest insert integration personal subscription function host publishable live test prod session project team org unseal network wlan router hotspot",
    ),
  )("%s_key", (qualifier) => {
    expect(secretsIn(`${qualifier}_key: "${brief}"`)).toEqual([brief]);
  });
});

describe("a random value is found behind a word for a key or a code", () => {
  it.each(
    words(
      "schlüssel schluessel clé clés clave claves llave chiave chave sleutel klucz nyckel nyckeln nøgle nøglen nøgler adgangsnøgle adgangsnøglen nøkkel nøkkelen avain anahtar anahtarı anahtarım anahtarımız klíč klic kulcs kulcsa cheie cheia kunci khóa κλειδί ключ ключа ключем ключом מפתח المفتاح مفتاح कुंजी 密钥 密鑰",
    ),
  )("%s", (noun) => {
    expect(secretsIn(`api ${noun}: "${random}"`)).toEqual([random]);
    expect(secretsIn(`${noun}: "${random}"`)).toEqual([random]);
  });

  it.each(
    words(
      "auth authorization session tok signature salt license webhook totp pepper jsessionid phpsessid aspsessionid mnemonic accessid accesskeyid",
    ),
  )("%s", (noun) => {
    expect(secretsIn(`x_${noun}: "${random}"`)).toEqual([random]);
  });

  it.each(["connect.sid", "x_sig", "x_signing", "AUTH_OTP"])("%s", (name) => {
    expect(secretsIn(`${name}=${random}`)).toEqual([random]);
  });
});

describe("a random value is found behind the name of a service", () => {
  it.each(
    words(
      "aikido bitwarden browserbase chargebee configcat fastmail firecrawl gitea greptile helius jumio livekit mailersend meilisearch milvus netsuite northflank onfido payoneer planview qovery recurly scalingo svix sysdig tinybird transloadit turso veriff zuplo",
    ),
  )("%s", (service) => {
    const { text, values } = filled(`${service.toUpperCase()}=HEX`);
    expect(secretsIn(text)).toEqual(values);
    expect(secretsIn(`{"${service}": "${random}"}`)).toEqual([random]);
  });
});

describe("a password is found in a list of logins behind a word for both", () => {
  it.each(
    words(
      "login credentials credential creds cred zugangsdaten logindaten credenziali credenciales credenciais identifiants inloggegevens wifi wlan WiFi Wi-Fi",
    ),
  )("%s", (noun) => {
    const own = ["TulipV", "ase4631"].join("");
    expect(secretsIn(`${noun}: ada / ${own}`)).toEqual([own]);
  });
});

describe("a name is the same with a word that only says which one it is", () => {
  it.each(
    words(
      "base value val string str raw plain plaintext text confirmation confirm confirmed repeat repeated again prod production dev development test testing staging stage live new old current default b64 base64 hex encoded v1 v2 v3 main primary secondary backup local header arg field equals preview sandbox uat qa ci canary readonly ro rw replica reporting analytics eu us uk emea apac prd stg temp tmp expired noreply",
    ),
  )("password_%s", (word) => {
    expect(secretsIn(`password_${word} = "${plain}"`)).toEqual([plain]);
  });
});

describe("a value is left as it is behind a name that is about something else", () => {
  it.each(
    words(
      "id ids name names namespace url urls uri uris path paths file files filename dir directory folder type types kind length len size count counts index idx fields headers prefix suffix pattern regex regexp format expires expiry expiration expire ttl timeout age map list set array store storage manager provider service endpoint endpoints server host algorithm algo alg label title description desc placeholder hint help error errors message messages msg version alias arn ref refs reference usage limit limits rotation policy policies status state mode scope scopes audience issuer required enabled disabled valid invalid input output form validator validation schema rule rules strength reset page view component button link icon class event handler callback fn func function method request response body param params option options config settings code codes exchange refresh generator factory cache pair pairs ring vault book board stroke press word words frame valuefrom secretref hash hashed hashing digest fingerprint checksum thumbprint sha sha1 sha256 sha512 md5 commit revision identifier identifiers spec template example info metadata meta data bits bytes position number num question owner source target env envvar variable var column table row getter setter space up down no",
    ),
  )("token_%s", (word) => {
    expect(secretsIn(`token_${word}: "${brief}", x`)).toEqual([]);
    expect(secretsIn(`github_${word}: "${random}"`)).toEqual([]);
  });

  it.each(
    words(
      "public pub gpg pgp dsa recv trusted primary foreign sort partition cache map dict object row index shift hot short arrow ctrl meta next prev previous page continuation pagination cursor sync stop special start end unk pad mask bos eos sep cls max min num total input output prompt completion registry group unique composite natural surrogate candidate range hash bucket column field i18n translation locale translate lookup query state props react list item node vertex edge sub super enter escape tab space up down left right delete backspace any a the each per this that no expected unexpected current lexer parse parser syntax string identifier punctuator operator keyword comment word sentence event metric config setting settings preference enum option property attribute storagekey redis idempotency dedupe lock change starting request forward backward restore lease bulk stream socket",
    ),
  )("%s_key", (word) => {
    expect(secretsIn(`${word}_key: "${random}", x`)).toEqual([]);
  });

  it.each(
    words(
      "ecdsa rsa const let var val char auto return protected static final self new with from where for and not but has have get set use def func type int integer long byte bytes data value values name names tests case assert expect equal json yaml text line lines code file path print println printf log debug info warn error commit sha hashes checksum digest md5 sha1 sha256 integrity was were are its your their our one two same other another last first whose which when then else import export require include",
    ),
  )("%s key", (word) => {
    const lower = random.toLowerCase();
    expect(secretsIn(`${word} key: ${lower}`)).toEqual([]);
  });
});

describe("words joined by dashes are a phrase, unless one is of sentences or settings", () => {
  const phrase = "copper-meadow-vase-crane";

  it.each(
    words(
      "the your you changing this that these then and for not none noe without with from into here must may should shall will would can cannot could please enter used uses use using leave left blank empty see when where which what why who how has have had are was were its any all some each new old same only but per via than default optional required require strong weak secure confirm reset forgotten forgot choose least most more login log sign account access api app web dev prod service server client cluster database mysql redis root file path env vault manager store master main example sample dummy fake placeholder incorrect invalid valid wrong private public hidden clear plain text phrase recovery seed wallet just about does did too very two three form modal dialog header footer title link screen page button btn label icons icon mdi eye locked lock unlock panel view row col wrapper container section group widget toggle strength meter control class style words word letters letter numbers number symbols symbol digits digit characters character uppercase upper lowercase lower minimum min maximum max validation forgery ask tbd during under elsewhere generated managed stored rotated hashed redacted bitte muss zeichen eingeben debe frase clave votre phrases senha closed outlined outline slash email mail sent successfully success step mobile signup length between bad while decrypt und oder nicht kein eine ein der die das gross klein ziffern della dell nella una une non para con por sin pour avec les pas tidak yang frasa kata sandi changed auths admins postgresql mongodb configs creds replaced encrypted geheime caracteres secrets segreto saisir",
    ),
  )("%s", (word) => {
    expect(secretsIn(`password: "${phrase}"`)).toEqual([phrase]);
    expect(secretsIn(`password: "${word}-${phrase}"`)).toEqual([]);
  });

  it.each(["user", "login", "email"])("next to whose it is, in JSON without spaces: %s", (name) => {
    expect(secretsIn(`{"${name}":"ada","passwd":"${phrase}"}`)).toEqual([phrase]);
    expect(secretsIn(`{"test":"${name}","passwd":"${phrase}"}`)).toEqual([]);
  });
});

describe("the search for assigned secrets", () => {
  it.each(wordsWith(PASSWORD_NOUN | SECRET_NOUN | PAIR_NOUN | FOREIGN_KEY | WEAK_NOUN))(
    "is woken by %s",
    (word) => {
      const names = [`${word}: `, `my_${word}=`, `2fa ${word} `, `connect.${word}`];
      // Short words, and second ones, are in a literal that is longer than they are: `kata sandi`.
      const stem = word.slice(0, 5);
      const isWoken = LITERALS.some(
        (literal) => literal.includes(stem) || names.some((name) => name.includes(literal)),
      );
      expect(isWoken).toBe(true);
    },
  );
});
