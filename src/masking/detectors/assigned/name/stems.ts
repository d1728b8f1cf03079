import { wordList } from "../../../text/word-tables.ts";
import { VENDORS } from "./vendors.ts";

/**
 * What wakes the search for assigned secrets: parts of the nouns in `words.ts`, each as long as its
 * forms have in common. Case is ignored in ASCII only, so words of other alphabets, which may begin
 * with a capital, stand without their first letter.
 */
const WORD_STEMS = wordList({
  en: `
    key secret token pass p4ss pa55 pasword paasword pwd pswd pword credential creds auth login session
    sessid cookie signature salt license webhook jwt bearer mnemonic totp pepper accessid wifi wi-fi wlan
  `,
  de: "schlüssel schluessel kennwort geheim zugangsdaten",
  "nl, af": "sleutel wachtwoord inloggegevens wagwoord",
  fr: "clé mdp jeton identifiants",
  "es, gl, pt, it": "clave llave chave chiave contrase contrasinal senha credenci credenzial",
  "sv, nb, da": "nyckel nøgle nøkkel senord adgangskode kodeord",
  is: "lykil",
  fi: "avain salasana",
  "et, lt, lv": "võti raktas atslēg",
  "hr, sr, sl, sk": "ključ ључ kľúč",
  et: "parool",
  lt: "slapta",
  pl: "klucz hasł haslo",
  "cs, sk, sl": "klíč klic hesl geslo",
  "hr, sr, mk": "lozinka озинк",
  sq: "alëkalim elës",
  eu: "pasahitz giltza",
  "cy, ga": "cyfrinair pasfhocal",
  sw: "nenosiri nywila ufunguo",
  hu: "kulcs jelsz",
  ro: "cheie cheia",
  tr: "anahtar ifre belirte",
  az: "ifrə açar",
  "az, it, ro": "parol",
  kk: "ұпиясөз",
  hy: "աղտնաբառ",
  ka: "პაროლი",
  el: "λειδί ωδικός υνθηματικό",
  "ru, uk, bg": "люч окен арол",
  he: "מפתח סיסמה סיסמא",
  ar: "مفتاح توكن باسورد",
  fa: "گذرواژه کلید پسورد",
  hi: "कुंजी टोकन पासवर्ड",
  bn: "পাসওয়ার্ড",
  "gu, pa": "પાસવર્ડ ਪਾਸਵਰਡ",
  ta: "கடவுச்சொல் சாவி",
  "te, kn, ml": "పాస్వర్డ్ ಪಾಸ್ವರ್ಡ್ പാസ്വേഡ് പാസ്വേർഡ്",
  si: "මුරපදය",
  "km, lo, my": "ពាក្យសម្ងាត់ ລະຫັດຜ່ານ စကားဝှက်",
  id: "kunci",
  vi: "khóa khẩu",
  th: "รหัสผ่าน คีย์",
  ja: "パスワード 暗証番号 合言葉 秘密鍵 apiキー トークン シークレット",
  ko: "비밀번호 패스워드 시크릿",
});

/** The same of two words, and words that count only next to an operator or another sign. */
const STEMS_WITH_SIGNS = [
  "ww: ",
  ...["p@ssw", "pa$$w", "p@$$w"].flatMap((stem) => [`${stem}ord`, `${stem}0rd`]),
  "sandi:",
  "kata sandi",
  "kata laluan",
  "katalaluan",
  "ұпия сөз",
  "focal faire",
  "code d'accès",
  "clau ",
  "seed phrase",
  "2fa seed",
  "mfa seed",
  "api 키",
  "كلمة المرور",
  "كلمة مرور",
  "كلمة السر",
  "كلمة سر",
  "الرقم السري",
  "رمز الوصول",
  "رمز عبور",
  "پاس ورڈ",
  "_pat=",
  "_cred",
  "cred_",
  "cred=",
  "cred:",
  "cred =",
  "sig=",
  "signing=",
  "psk=",
  "psk ",
  "psk:",
  "access_id",
  "access-id",
  "connect.sid",
  'client("',
  "client('",
];

/** Parts of words that trigger the detector. */
const STEMS: readonly string[] = [...WORD_STEMS, ...STEMS_WITH_SIGNS];

/**
 * Short words. A detector needs three characters to trigger, so these come with what may follow
 * them.
 */
const SHORT_STEMS = wordList(
  "pw psw p/w tok 비번 密码 密碼 口令 密钥 密鑰 金鑰 私钥 私鑰 암호 令牌 토큰",
);

/** Ends of literals that belong to the operator, not to the name. */
export const STEM_ENDS = ":=?\"'` |>)\\是为為는은이가改设設「『(,;\t\r\n";

/** Stems that are too short to trigger alone, each with what may follow it. */
const SHORT_LITERALS: readonly string[] = SHORT_STEMS.flatMap((stem) =>
  [...STEM_ENDS.replace("(", "")].map((end) => stem + end),
);

/** What wakes the detector: stems, and the names of vendors. */
export const LITERALS: readonly string[] = [...STEMS, ...SHORT_LITERALS, ...VENDORS];
