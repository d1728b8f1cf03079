/**
 * The words of telephone numbers: one row for each language, as alternatives of an expression, in
 * lower case.
 */
import { alternativesOf } from "../../text/word-tables.ts";

// An expression over the words before a number spends its time on moving from letter to letter, and
// little more on what it searches for: one expression of many words is faster than two of few.
// Loops run up to four: V8 unrolls loops of up to three, and then has several times as much to
// compile.

/** Words for a telephone, in the languages of people who write to support desks. */
export const NOUN: string = alternativesOf({
  en: [
    "(?:mobile|home|work|contact|business|office|user|customer|primary|day|evening)?phone",
    "(?:mobile|home|work|facsimile)?telephone|cell?(?:phone|ulare?)?|ph|mob|gsm|fax|sms|fon|fone",
    "hotline|helpline|infoline|pager|landline|contact(?: no\\.?| number)?|call[ -]back",
    "callback (?:no|number)|caller[ _-]?id|desk|office|(?<!o_)direct|ddi(?= ?:)|msisdn|port(?=\\. ?:)",
    "cn number|us number|uk number",
  ],
  any: "t[eé]l|(?:mobil|matka)?t[eé]l[eé]f(?:[oó]\\w|ax)\\w{0,11}",
  services: "whatsapp|zap(?:zap)?|viber|signal(?!s)|[☎✆]|📞|📱",
  de: [
    "handy|festnetz|mobilfunk|durchwahl|zentrale|natel|rufnummer|mobilnummer|handynummer",
    "r[uü]ckfragen|r[uü]ckruf|kontakt|mobil(?:e|en|nummeret)?",
  ],
  nl: "mobiele?|06[ -]?nummer|vaste? (?:lijn|nummer)",
  af: "selfoon|selnommer|foonnommer",
  fr: "t[eé]l[eé]phone|portable|fixe(?= ?:)|standard(?= ?:)",
  ca: "mòbil",
  es: "n[uú]mero|m[oó]vil|contacto|fono|telf|tfno|tfn|l[ií]nea fija|tel(?:[eé]fono|\\.)? fijo",
  pt: "telem[oó]vel|contato|tlm",
  it: "contatto|centralino|recapito|uff(?=\\.)",
  sv: "växel",
  "nb, da": "(?:mobil)?tlf|tlfno",
  is: "sími|símanúmer|fars[ií]m[ai]",
  "cy, ga": "(?:rhif )?ff[oô]n(?: symudol)?|guth[aá]n|f[oó]n p[oó]ca",
  eu: "mugikor[a-z]{0,5}",
  fi: "(?:matka)?puh(?:elin(?:num(?:ero(?:ni|mme|nsa)?)?|nro)?)?|numeroni|vaihde",
  et: "mobiil(?:inumber)?",
  lv: "tālr(?:unis)?|mobilais",
  hu: "számom|(?:mobil|telefon)szám",
  ro: "num[aă]rul meu",
  pl: "(?:za)?dzwo(?:ni[cć]|[nń])|kom(?:[oó]rk[a-z]{1,5})?|(?:telefon|tel\\.?|numer|nr) kontaktowy",
  "cs, sk": "(?:m[eé]|moje) číslo",
  "hr, sr, sl": "mobitel[a-z]{0,3}|broj mobil[a-z]{1,4}",
  sq: "celulari(?: im)?",
  tr: "cep|cebim|santral|benim numaram",
  el: "τηλ(?:[έε]φωνο)?|κιν(?:ητό)?|φαξ|αριθμός μου",
  "ru, uk, bg": [
    "тел(?:ефон)?|моб(?:ильн[а-я]{1,3})?|мобілн[а-я]{1,3}|тэл(?:ефон)?|звон[а-я]{1,6}|сот|факс",
  ],
  mn: "утас",
  ka: "ტელ(?:ეფონი)?|მობილური",
  hy: "հեռ(?:ախոս)?",
  he: "טלפון|טל(?=['׳])|נייד|המספר שלי",
  ar: "هاتف|واتساب|جوال|موبايل|تليفون|تلفون|(?<![\\u0600-\\u06ff] )رقمي",
  ur: "فون|موبائل",
  fa: "تلفن|موبایل|همراه",
  hi: "संपर्क|सम्पर्क|फ़?ोन|मोबाइल|मेरा नंबर",
  mr: "भ्रमणध्वनी|दूरध्वनी",
  bn: "ফোন|মোবাইল",
  "gu, pa": "ફોન|મોબાઇલ|ਫ਼?ੋਨ|ਮੋਬਾਈਲ",
  "ta, te": "தொலைபேசி|மொபைல்|கைபேசி|ఫోన్|మొబైల్",
  "kn, ml": "ಫೋನ್|ಮೊಬೈಲ್|ഫോൺ|മൊബൈൽ",
  si: "දුරකථන",
  "km, lo, my": "ទូរស័ព្ទ|ໂທລະສັບ|ເບີໂທ|ဖုန်း",
  th: "โทร(?:ศัพท์)?|มือถือ|เบอร์",
  vi: "điện thoại|di động|s?đt|(?<!mã )số của tôi",
  "id, ms":
    "telepon|telp|ponsel|hp(?= ?(?:no|num|:))|(?<!state )wa(?=:)|(?:nomor|no\\.?) hp|nomor (?:saya|kami|wa)",
  tl: "telepono|selpon",
  sw: "simu|namba yangu(?! ya)",
  zh: [
    "电话(?:号码)?|手机号?码?|手機號?碼?|微信(?:同?[号號])?|我的号码|我的號碼|联系方式|聯絡方式|传真|傳真",
    "座机|座機|固话",
  ],
  ja: "電話(?:番号|號碼)?|携帯|連絡先?|直通|お問い?合わせ(?:先)?",
  ko: "전화(?:번호)?|연락처|휴대폰|(?:제|내) 번호|팩스|대표번호",
});

/** Ways to say who calls, or whom to call, at the number that follows. */
export const VERB: string = alternativesOf({
  en: [
    "(?:call(?<!(?:function|tool|method) call)|ring|bel|dial|phone|text|reach|ping|message|contact|whatsapp|sms|fax)(?:ing|ed)?" +
      "(?: (?:me|us|him|her|them|you|back|my|our|the|manager|now|anytime|directly)){0,4}" +
      "(?: (?:at|on|op|to|from|via|under|using|plus))?",
    "wa\\.me/|hit (?:me|us) up(?: (?:at|on))?|answering at|messages? to|(?:my|our|your|the|his|her) registered",
    "registered (?:number|mobile)|reachable (?:at|on|under)|available (?:at|on)",
  ],
  de: "anrufen unter|erreichbar unter",
  // In English, a belt is a part of cars and machines, which has numbers as well.
  nl: [
    "bereikbaar op|bellen",
    "belt(?<=(?:bezorger|koerier|chauffeur|monteur|klant|patiënt|collega|iemand|hij|zij|ze|wie|jij|je|vrouw|man|moeder|vader|zoon|dochter|buurman|dokter|huisarts|politie) belt)",
    "belt(?<=(?:mevrouw|meneer|mevr\\.|dhr\\.|heer) [a-zà-ÿ-]{2,20} belt)",
  ],
  fr: [
    "appele[zr](?:[ -](?:moi|nous))?(?: au| le)?|appelle(?:-(?:moi|le|la|nous))?(?: au| le)?",
    "(?:contactez|joignez|rappelez|rappelle)(?:[ -](?:moi|nous))?(?: au| le)?",
    "joindre au|joignable au|joignables? (?:sur le|par t[eé]l[eé]phone au)",
  ],
  es: "bizum al?|llamar al|ll[aá]m[ae](?:me|nos|le)? al|ll[aá]m[ae]n?(?:me|nos)|m[aá]rca(?:me|nos) al?",
  pt: "lig(?:ar|ue)(?: (?:para|no|pro))?|liga (?:pr[ao]|para) mim(?: no)?",
  it: "chiama(?:re|mi|temi|teci|ci)(?: (?:al(?:lo)?|il|lo))?",
  "sv, nb, da": "ring(?:a|er)?(?: (?:mig|meg|oss))?(?: på)?|ringe (?:(?:mig|meg|oss)(?: på)?|på)",
  fi: "soit(?:a|takaa)(?: numeroon)?",
  "et, lt, lv": "helista(?:ge)?|skambinki?(?:te)?|zvaniet",
  "hr, sr, sl": "(?:na|po)zov(?:i|ite)(?: me| nas)?(?: na)?|pokliči(?:te)?(?: me| nas)?(?: na)?",
  "ru, bg": "набери(?:те)? (?:меня|мне|нас)(?: по| на)?|обад(?:и|ете) се(?: на)?",
  hu: "h[ií]vj(?:on|a)?(?: (?:fel|az?)){0,2}",
  ro: "sun[aă](?:-m[aă](?: la)?| la)|suna[țt]i(?:-(?:m[aă]|ne))?(?: la)?",
  "pl, cs": "pod (?:numer(?:em)?|nr)|(?:za)?volejte",
  tr: "(?:numarayı|beni|bizi) ara(?:yın|yabilirsiniz)?",
  el: ["(?:καλέστε|τηλεφωνήστε|κλήση)(?: στο)?|κάλεσέ με(?: στο)?|(?:πάρε|πάρτε) με(?: στο)?"],
  he: "(?:התקשר|תתקשר)(?:ו|י)?(?: אלי| אליי| אלינו)?(?: ל)?",
  ar: "(?:اتصل(?:وا)?|تواصل(?:وا)?|للاستفسار|للحجز)(?: (?:بي|بنا|معي|معنا))?(?: على(?: الرقم)?)?",
  hi: "call kar(?:o|iye|na)|कॉल करें",
  th: "ติดต่อ",
  vi: "gọi(?: cho [^\\s\\d]{1,6})?(?: số)?",
  id: "hubungi(?: (?:saya|kami))?(?: (?:di|ke))?",
  zh: "打给我|打給我|拨打|撥打|联系(?:我|我们)?|聯[繫絡](?:我|我們)?|致电|致電",
});

/** What joins a noun with its number. */
const COPULA =
  "is|are|was|at|on|to|sent|number|now|this|or|y|et|und|ist|lautet|mitt|min|es|est(?: le)?|é|è|är|" +
  "er|jest|ni|это|是|为|為|は|가|은|는|n°|[:=→#|>-]";

/** Between a noun and its number: filler words, quotes, a remark, a list. */
export const LITTLE: string = [
  "s?\\.?(?:[ _-]?(?:no|nr|num|number|numbers|nummer|numer|numaram|numarası|číslo|č|नंबर|n°|nº|#" +
    "|(?:dienstl|gesch(?:äftl)?|priv|służb|dom|uff|abit|раб|дом)(?=\\.)))?",
  "(?![a-z]) ?\\.{0,40}(?:\\s?\\([^()\\n]{0,16}\\)\\.{0,40})?[\"'`*\\\\]{0,4}\\s{0,4}",
  `(?:(?:${COPULA})["'\`*]{0,4}\\s{0,4}(?: {1,20}(?=[-"']))?){0,4}`,
  "[\"'`(*+<@\\\\]{0,4}\\s{0,4}(?:\\[[\"']|(?<=[:=] {0,4})\\[(?:\\s{1,32}\\\\{0,7}[\"']?)?)?",
].join("");
