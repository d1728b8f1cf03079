import { type WordTable, wordList } from "../../../text/word-tables.ts";
import { VENDORS } from "./vendors.ts";

/**
 * What names say about their values. Words are in lower case; names are split at case changes and
 * punctuation: `AWS_SECRET_ACCESS_KEY` is `aws secret access key`.
 */
const ROLES = new Map<string, number>();

/** The bits of all roles of a word; 0 for most words. */
export function rolesOf(word: string): number {
  return ROLES.get(word) ?? 0;
}

/** All words that have one of the roles in `roles`. */
export function wordsWith(roles: number): readonly string[] {
  return [...ROLES].flatMap(([word, its]) => ((its & roles) === 0 ? [] : [word]));
}

/** Adds a role to each of `words`, which may have others. */
function assign(role: number, words: string | WordTable): number {
  for (const word of wordList(words)) ROLES.set(word, rolesOf(word) | role);
  return role;
}

/** Nouns whose value is a password, in the languages of configuration and chat. */
export const PASSWORD_NOUN = assign(1 << 0, {
  en: `
    password passwords passwd passwrd passw0rd p4ssw0rd p4ssword pa55word pasword paasword passowrd passwrod passward pwd pass
    passphrase passcode pw psw pswd psk authtok passw pword bindpw rootpw userpw adminpw dbpw mypw
  `,
  de: "passwort kennwort",
  es: "contraseña contrasena",
  ca: "contrasenya",
  gl: "contrasinal",
  pt: "senha",
  fr: "mdp passe accès",
  nl: "wachtwoord ww",
  af: "wagwoord",
  sv: "lösenord lösenordet losenord",
  "nb, da": "passord passordet adgangskode adgangskoden kodeord kodeordet",
  is: "lykilorð lykilorðið",
  fi: "salasana salasanani salasanasi",
  et: "parool parooli",
  lt: "slaptažodis",
  lv: "parole",
  pl: "hasło haslo hasłem",
  "cs, sk, sl": "heslo heslem geslo",
  hu: "jelszó jelszo jelszavam jelszavad jelszava jelszavunk jelszavuk",
  "hr, sr, mk": "lozinka лозинка лозинката",
  sq: "fjalëkalimi fjalëkalim",
  eu: "pasahitza pasahitz",
  "cy, ga": "cyfrinair pasfhocal faire",
  sw: "nenosiri nywila",
  "ro, it": "parola parolă",
  "ru, uk, bg": "пароль пароля паролем парола паролата паролът",
  tr: "şifre sifre şifrem şifresi şifreniz şifremiz parolam parolası parolanız parolamız",
  az: "şifrə şifrəm parol parolum",
  kk: "құпиясөз сөз",
  el: "συνθηματικό",
  hy: "գաղտնաբառ գաղտնաբառը",
  ka: "პაროლი",
  "id, ms": "passwordnya sandi sandinya laluan katalaluan",
  vi: "khẩu",
  th: "รหัสผ่าน",
  he: "סיסמה סיסמא הסיסמה",
  ar: "سر السر السري باسورد الباسورد مرور المرور عبور",
  fa: "گذرواژه پسورد",
  ur: "ورڈ",
  hi: "पासवर्ड",
  bn: "পাসওয়ার্ড",
  "gu, pa": "પાસવર્ડ ਪਾਸਵਰਡ",
  ta: "கடவுச்சொல்",
  te: "పాస్వర్డ్",
  kn: "ಪಾಸ್ವರ್ಡ್",
  ml: "പാസ്വേഡ് പാസ്വേർഡ്",
  si: "මුරපදය",
  km: "ពាក្យសម្ងាត់",
  lo: "ລະຫັດຜ່ານ",
  my: "စကားဝှက်",
  ko: "암호 비밀번호 비번 패스워드",
  zh: "密码 密碼 口令",
  ja: "パスワード 暗証番号 合言葉",
});

/** Nouns whose value is a machine-made secret. */
export const SECRET_NOUN = assign(1 << 1, {
  en: `
    secret secrets token tokens credential credentials cred creds jwt bearer pat apikeys secretkey
    apisecret clientsecret appsecret
  `,
  de: "geheimnis",
  fr: "jeton",
  tr: "jetonu belirteç belirteci belirtecim",
  "ru, uk, bg": "токен токена токеном",
  ar: "الوصول توكن التوكن",
  hi: "टोकन",
  zh: "令牌",
  ja: "秘密鍵 トークン シークレット",
  ko: "시크릿 토큰",
});

/** Nouns for a user name and a password together. */
export const PAIR_NOUN = assign(1 << 2, {
  en: "login credentials credential creds cred wifi wlan",
  de: "zugangsdaten logindaten",
  it: "credenziali",
  "es, pt": "credenciales credenciais",
  fr: "identifiants",
  nl: "inloggegevens",
});

/** Keys in other languages. Their purpose follows them as often as it precedes them. */
export const FOREIGN_KEY = assign(1 << 3, {
  de: "schlüssel schluessel",
  fr: "clé clés",
  "es, pt": "clave claves llave chave",
  it: "chiave",
  ca: "clau",
  nl: "sleutel",
  pl: "klucz",
  "sv, da, nb": "nyckel nyckeln nøgle nøglen nøgler adgangsnøgle adgangsnøglen nøkkel nøkkelen",
  is: "lykill",
  fi: "avain",
  "et, lt, lv": "võti raktas atslēga",
  "hr, sr, sl, sk": "ključ кључ kľúč",
  "sq, eu, sw": "çelës çelësi giltza ufunguo",
  az: "açar açarı",
  tr: "anahtar anahtarı anahtarım anahtarımız",
  cs: "klíč klic",
  hu: "kulcs kulcsa",
  ro: "cheie cheia",
  id: "kunci",
  vi: "khóa",
  el: "κλειδί κωδικός",
  "ru, uk, bg": "ключ ключа ключем ключом",
  he: "מפתח",
  ar: "المفتاح مفتاح",
  fa: "کلید",
  hi: "कुंजी",
  ta: "சாவி",
  th: "คีย์",
  zh: "密钥 密鑰 金鑰 私钥 私鑰",
  ja: "キー",
  ko: "키",
  any: "wifi",
});

/** Words of programs and sentences that precede a key and do not say what it is for. */
export const CODE_WORD = assign(
  1 << 4,
  `
    rsa ecdsa const let var val char auto return private protected static final self new with from
    where for and not but has have get set use def func function type int integer long byte bytes
    data value values name names test tests case assert expect equal json yaml text line lines
    code file path print println printf log debug info warn error commit sha hashes checksum
    digest md5 sha1 sha256 integrity was were are its your their our one two same other another
    last first whose which when then else import export require include
  `,
);

/** Nouns that often mean something else; their value must look random by itself. */
export const WEAK_NOUN = assign(
  1 << 5,
  `
    auth authorization session sessionid sid tok cookie sig signature salt license webhook otp
    totp seed pepper jsessionid phpsessid aspsessionid signing mnemonic accessid accesskeyid
  `,
);

/** Words that make a `key` secret when they precede it. */
export const KEY_QUALIFIER = assign(
  1 << 6,
  `
    using used setup activation api secret access private auth signing sign encryption encrypt
    decryption crypto master account service license licence app application client storage shared
    admin root deploy deployment ssh webhook hmac jwt token bot user server consumer developer dev
    write read ingest insert integration personal subscription function host publishable live test
    prod session project team org unseal network wlan wifi router hotspot
  `,
);

/** Words that make a `key` or a `token` harmless when they precede it. */
export const HARMLESS_BEFORE = assign(
  1 << 7,
  `
    public pub gpg pgp dsa recv trusted primary foreign sort partition cache map dict object row
    index shift hot short arrow ctrl meta next prev previous page continuation pagination cursor
    sync stop special start end unk pad mask bos eos sep cls max min num total input output prompt
    completion registry group unique composite natural surrogate candidate range hash bucket
    column field i18n translation locale translate lookup query state props react list item node
    vertex edge sub super enter escape tab space up down left right delete backspace any a the
    each per this that no expected unexpected current lexer parse parser syntax string identifier
    punctuator operator keyword comment word sentence event metric config setting settings
    preference enum option property attribute storagekey redis idempotency dedupe lock change
    starting request forward backward restore lease bulk stream socket kata
  `,
);

/** Words that make a name harmless when they follow the noun: the value is about the secret. */
export const HARMLESS_AFTER = assign(
  1 << 8,
  `
    id ids name names namespace url urls uri uris path paths file files filename dir directory
    folder type types kind length len size count counts index idx fields headers prefix suffix
    pattern regex regexp format expires expiry expiration expire ttl timeout age map list set
    array store storage manager provider service endpoint endpoints server host algorithm algo alg
    label title description desc placeholder hint help error errors message messages msg version
    alias arn ref refs reference usage limit limits rotation policy policies status state mode
    scope scopes audience issuer required enabled disabled valid invalid input output form
    validator validation schema rule rules strength reset page view component button link icon
    class event handler callback fn func function method request response body param params option
    options config settings code codes exchange refresh generator factory cache pair pairs ring
    vault book board stroke down up press word words space frame valuefrom secretref hash hashed
    hashing digest fingerprint checksum thumbprint sha sha1 sha256 sha512 md5 commit revision
    identifier identifiers spec template example info metadata meta data bits bytes position
    number no num question owner source target env envvar variable var column table row getter
    setter
  `,
);

/** Words that can follow the noun without changing its meaning. */
export const NEUTRAL_AFTER = assign(
  1 << 9,
  `
    base value val string str raw plain plaintext text confirmation confirm confirmed repeat
    repeated again prod production dev development test testing staging stage live new old current
    default b64 base64 hex encoded main primary secondary backup local header arg field equals
    preview sandbox uat qa ci canary readonly ro rw replica reporting analytics eu us uk emea apac
    prd stg temp tmp expired noreply buf buffer
  `,
);

/** One of `VENDORS`. */
export const VENDOR = assign(1 << 10, VENDORS.join(" "));
