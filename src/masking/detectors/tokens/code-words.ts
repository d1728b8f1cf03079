import { phraseList, type WordTable } from "../../text/word-tables.ts";

/**
 * Names of codes that log in, confirm or unlock, as messages use them. None denotes an error or a
 * place; a bare word for a code counts only with its owner, `your code:`.
 */
const BY_LANGUAGE: WordTable = {
  en: `
    verification code | security code | one-time code | one time code | login code |
    sign-in code | confirmation code | code is | authentication code | authenticator code |
    auth code | access code | activation code | 2fa code | mfa code | sms code | otp code |
    enter otp | otp is | otp: | otp = | otp= | otp for | sent otp | sms otp | the otp | your otp |
    my otp | use otp | your code: | pin for | pin of | puk | alarm_code | pin_code | door_code |
    code for the door | code for the gate | code for the alarm | alarm pin | door pin | gate pin |
    sim pin | atm pin | phone pin | my pin | your pin | his pin | her pin | new pin | old pin |
    the pin | pin code | pin-code | pin is | pin: | pin = | card pin | door code | gate code | entry code |
    alarm code | safe combination | lock combination | voicemail pin | bank pin |
    debit pin | login pin | mfa token | 2fa token | otp token | unlock code | safe code | lockbox code | lock box code | keypad code |
    building code: | building code is | buzzer code | unlock pin | screen pin | tablet pin | device pin | passcode | pin was |
    code i got | code i received | code i was sent | code they sent me | code you sent me |
    code to log in | code to sign in | code to login | code to confirm | code to verify | code to complete | code to reset |
    code we sent | code we texted | code we emailed | pin1 | pin2 |
    otp 0 | otp 1 | otp 2 | otp 3 | otp 4 | otp 5 | otp 6 | otp 7 | otp 8 | otp 9 |
    code: 0 | code: 1 | code: 2 | code: 3 | code: 4 | code: 5 | code: 6 | code: 7 | code: 8 | code: 9 |
    this code: | otp hai | pin hai | pin 0 | pin 1 | pin 2 | pin 3 | pin 4 | pin 5 | pin 6 | pin 7 | pin 8 | pin 9
  `,
  // With what follows them in settings, in JSON, in Markdown and in XML.
  fields: `
    pin? | otp? | pin] | pin - | pin" | pin' | pin\\ | pin* | pin\` | pin> | pin= | pin</ | otp</ | otp" | otp' | otp\\ | otp* | otp\` | otp> | otp-code" |
    verification_code | verificationcode | confirmation_code | confirmationcode | security_code |
    securitycode | auth_code | authcode | authentication_code | authenticationcode | access_code |
    accesscode | activation_code | activationcode | sms_code | smscode | mfa_code | mfacode | 2fa_code |
    twofactorcode | two_factor_code | totp_code | totpcode | otp_code | otpcode | one_time_code |
    onetimecode | pincode" | passcode"
  `,
  de: `
    code lautet | otp ist | pin lautet | pin war | zugangscode | kenncode | türcode | haustürcode | torcode | tresorcode | schlüsseltresor-code | schlüsseltresor: |
    schlüsselsafe: | alarmcode | code für die tür |
    code für das tor | mit der pin | mit pin | pin für | banking-pin | karten-pin |
    pin ihrer karte | pin deiner karte | pin meiner karte | pin der karte | pin zur karte |
    geheimzahl | pin der ec-karte | pin der kreditkarte | pin der girocard | bestätigungscode | sicherheitscode |
    verifizierungscode | einmalcode | einmalpasswort | authentifizierungscode | anmeldecode |
    freischaltcode | freigabecode | aktivierungscode | ihr code: | dein code: | tan lautet |
    tan ist | mtan | sms-tan | smstan | pushtan | tan: | sms-code
  `,
  fr: `
    code est | otp est | pin est | code pin | code d'accès | avec le pin | code de vérification |
    code de sécurité | code de confirmation | code de validation | code de connexion |
    code d'activation | code d'authentification | code à usage unique | code secret |
    digicode | code d'entrée | code du portail | code de l'immeuble | code de la porte | code porte |
    code de l'alarme | votre code : | votre code: | ton code: | pin de la carte | pin carte | pin de ma carte | pin de votre carte
  `,
  "es, pt": `
    código de la puerta | código del portal | código de la alarma | clave de la puerta |
    código da porta | código do portão | código do alarme | otp es | pin es | código pin | código de acceso | código de acesso | con el pin |
    código de verificación | código de seguridad | código de confirmación |
    código de verificação | código de segurança | código de confirmação |
    código de autenticación | código de autenticação | código de un solo uso |
    código de uso único | código de activación | código de ativação | pin de la tarjeta | pin de mi tarjeta |
    pin de tu tarjeta | pin de su tarjeta | pin do cartão | pin do meu cartão | tu código es |
    su código es | tu código: | seu código é | seu código: | o teu código é
  `,
  "it, ro": `
    codice cancello | codice del cancello | codice porta | codice della porta | codice portone |
    codice allarme | otp è | pin è | codice pin | codice di verifica | codice di sicurezza | codice di conferma |
    codice di accesso | codice otp | codice monouso | il tuo codice è | tuo codice: | pin della carta | pin bancomat | pin carta | pin del bancomat | pin della mia carta | pin-ul cardului |
    codul de verificare | cod de verificare | codul tău de verificare |
    codul dumneavoastră de verificare | codul de autentificare | codul de siguranță |
    codul de confirmare
  `,
  "nl, sv, nb, da": `
    deurcode | poortcode | portkod | dörrkod | dørkode | verificatiecode | beveiligingscode | bevestigingscode | inlogcode | toegangscode |
    eenmalige code | je code is | uw code is | verifieringskod | engångskod | säkerhetskod |
    bekräftelsekod | inloggningskod | din kod är | din kod: | verifiseringskode |
    verifikationskode | bekreftelseskode | bekræftelseskode | engangskode | sikkerhetskode |
    sikkerhedskode | din kode er | din kode: | pinkode |
    pinkod | mijn pincode | jouw pincode | je pincode | uw pincode | pincode van | pin van de kaart | pin van mijn kaart | pin van je pas
  `,
  "fi, hu": `
    vahvistuskoodi | kertakoodi | turvakoodi | todennuskoodi | koodisi on | ellenőrző kód |
    megerősítő kód | biztonsági kód | hitelesítő kód | belépési kód
  `,
  "pl, cs, sk": `
    kod weryfikacyjny | kod autoryzacyjny | kod potwierdzający | kod bezpieczeństwa |
    kod jednorazowy | jednorazowy kod | kodem weryfikacyjnym | kodem jednorazowym | kodem potwierdzającym | kod dostępu | kod sms | kod pin | kod do drzwi | kod do bramy | kod do domofonu |
    kód ke dveřím | kód od brány | pin do karty | pin karty | pin ke kartě | pin ku karte |
    twój kod to | twój kod: |
    ověřovací kód | potvrzovací kód | bezpečnostní kód | jednorázový kód | autorizační kód |
    overovací kód | potvrdzovací kód | bezpečnostný kód | váš kód je | váš kód: | tvůj kód je
  `,
  "hr, sr, sl": `
    kod za potvrdu | kod za provjeru | kod za proveru | verifikacijski kod | verifikacioni kod | potvrdni kod |
    potrditvena koda | koda za preverjanje | код за потврду | kod za prijavu
  `,
  "ru, uk, bg": `
    код подтверждения | код авторизации | код доступа | код проверки | код безопасности |
    проверочный код | одноразовый код | одноразовый пароль | код для входа | код входа | смс-код |
    код из смс | код домофона | домофон: | код от двери | код двери | код подъезда | код от подъезда |
    код від дверей | пин-код | -код: | -код карты | -код от карты | пин код | пинкод | пин карты | pin карты | пін-код |
    ваш код: | твой код: | ваш код - | код підтвердження | код перевірки |
    код авторизації | одноразовий код | код за потвърждение | кодът за потвърждение | код за сигурност
  `,
  "el, tr, he, ar, fa": `
    κωδικός επαλήθευσης | κωδικός επιβεβαίωσης | κωδικός ασφαλείας | κωδικός μιας χρήσης |
    doğrulama kodu | onay kodu | güvenlik kodu | giriş kodu | pin kodu | kart pini | kapı kodu | kapı şifresi | קוד אימות | קוד האימות |
    קוד הכניסה | رمز التحقق | رمز التأكيد | رمز التفعيل | كود التحقق | كود التفعيل | رمز الدخول | الرقم السري |
    کد تایید | کد تأیید | کد فعالسازی | رمز یکبار مصرف
  `,
  "hi, vi, id, ms, th": `
    ओटीपी | सत्यापन कोड | mã xác minh | mã xác nhận | mã xác thực | mã otp | mã bảo mật |
    mã đăng nhập | kode verifikasi | kode otp | kode keamanan | kode konfirmasi | kod pengesahan |
    รหัส otp | รหัสยืนยัน | รหัสความปลอดภัย
  `,
  "zh, ja, ko": `
    验证码 | 驗證碼 | 认证码 | 校验码 | 动态码 | 动态密码 | 安全码 | 登录码 | 一次性密码 | 認証コード | 確認コード | 認証番号 | 確認番号 |
    セキュリティコード | 暗証番号 | ワンタイムパスワード | 인증번호 | 인증 번호 | 인증 코드 | 인증코드 | 보안코드 | 확인 코드
  `,
};

/**
 * Gates ignore the case of ASCII only, and these words begin sentences: without its first letter, a
 * word of another alphabet is found in either case.
 */
function inAnyCase(word: string): string {
  const first = word.charAt(0);
  return first > "\u007f" && first.toUpperCase() !== first ? word.slice(1) : word;
}

/** Latin letters only, with whatever marks. */
const LATIN = /^[\0-\u024f\u1e00-\u1eff]+$/;

/** The word without its marks, as people type it on other keyboards: `codigo`, `bestaetigungscode`. */
function withoutMarks(word: string): string[] {
  if (!LATIN.test(word)) return [];
  const german = word.replace(/[äöü](?=[a-z])/g, (letter) => `${letter.normalize("NFD")[0]}e`);
  return [german, word.normalize("NFD").replace(/\p{M}/gu, "")];
}

const WORDS = phraseList(BY_LANGUAGE);
/** A gate that another word begins with would hide that word: `engangskod`, `engangskode`. */
const UNMARKED = WORDS.flatMap(withoutMarks).filter(
  (plain) => !WORDS.some((word) => word.startsWith(plain)),
);

/** Words before such codes. */
export const CODE_WORDS: readonly string[] = [
  ...[...WORDS, ...new Set(UNMARKED)].map(inAnyCase),
  ...["pin", "otp"].flatMap((word) => [`${word}\n`, `${word}\r\n`]),
];
