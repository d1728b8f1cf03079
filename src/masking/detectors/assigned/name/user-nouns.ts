import { alternativesOf } from "../../../text/word-tables.ts";

/** Words for a user name, by language. Those of CJK languages, which have no spaces, are apart. */
export const USER_NOUN: string = alternativesOf({
  en: "user(?:name)?|login|account|usr|e-?mail",
  de: "benutzer(?:name)?",
  nl: "gebruiker(?:snaam)?",
  fr: "identifiant|utilisateur",
  "es, pt": "usuario|usuário|utilizador",
  it: "utente",
  "sv, nb, da": "användar(?:e|namn)|bru[gk]er(?:navn)?",
  fi: "käyttäjä(?:tunnus|nimi)?",
  pl: "użytkownik",
  "cs, sk": "uživatel(?:ské jméno)?|používateľ(?:ské meno)?",
  hu: "felhasználó(?:név)?",
  ro: "utilizator",
  tr: "kullanıcı(?: adı)?",
  el: "χρήστης",
  "ru, uk": "логин|логін|пользователь|користувач",
  ar: "اسم المستخدم",
  hi: "यूज़रनेम|यूजरनेम",
});

/** Words between a user name and a password, or between the words for them. */
export const AND: string = alternativesOf({
  "en, de, nl, fr": "and|und|en|et",
  "es, it, pt, ro": "y|e|și",
  "sv, nb, da, fi": "och|og|ja",
  "pl, cs, hu, tr": "i|a|és|ve",
  "ru, hi": "и|और",
});
