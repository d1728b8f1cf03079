/**
 * What surrounds a value in real text: formats, languages, punctuation. Each is a function of the
 * value, so that a row is a value in its surroundings.
 */
export type Surrounding = (value: string) => string;

/** Surroundings that do not indicate what the value is. */
export const ANYWHERE: Readonly<Record<string, Surrounding>> = {
  "in a sentence": (value) => `The value is ${value}, thanks.`,
  "at the start": (value) => `${value} please check`,
  "at the end": (value) => `please check ${value}`,
  "by itself": (value) => value,
  "in brackets": (value) => `contact (${value}) today`,
  "in JSON": (value) => JSON.stringify({ a: 1, field: value }),
  "in JSON within JSON": (value) => JSON.stringify({ body: JSON.stringify({ field: value }) }),
  "in YAML": (value) => `user:\n  field: ${value}\n  ok: true`,
  "in an environment file": (value) => `FIELD=${value}\nDEBUG=1`,
  "in CSV": (value) => `7,Jane,${value},active`,
  "in a log": (value) => `2024-05-01T10:00:00Z INFO request id=77 value=${value} status=200`,
  "in a Markdown table": (value) => `| Jane | ${value} |`,
  "in HTML": (value) => `<td>${value}</td>`,
  "in code": (value) => `const v = "${value}";`,
  "in a quoted mail": (value) => `> On Monday she wrote: ${value}\n> ok`,
  "on a line of its own": (value) => `line\n${value}\nline`,
  "right behind a label": (value) => `Value:${value}`,
  "behind an escaped line break": (value) => `"text\\n${value}\\nmore"`,
  "in Chinese": (value) => `请查看${value}，谢谢`,
  "in a question": (value) => `Is it ${value}? I think so.`,
  "between tabs": (value) => `name\t${value}\tactive`,
  "between semicolons": (value) => `a;${value};b`,
  "in bold": (value) => `**${value}**`,
  "in backticks": (value) => `\`${value}\``,
};

/** Surroundings that indicate a telephone number, in the languages people write in. */
export const TELEPHONE: Readonly<Record<string, Surrounding>> = {
  "after call me": (value) => `Please call me at ${value} tomorrow`,
  "after a label": (value) => `Phone: ${value}`,
  "after Tel.": (value) => `Tel. ${value}`,
  "after my mobile number": (value) => `my mobile number is ${value}`,
  "in JSON": (value) => JSON.stringify({ phoneNumber: value, a: 1 }),
  "after WhatsApp": (value) => `WhatsApp ${value}`,
  "after text me": (value) => `text me on ${value} pls`,
  "in YAML": (value) => `contact_phone: ${value}`,
  "in an environment file": (value) => `SUPPORT_PHONE=${value}`,
  "in a log": (value) => `INFO sms sent to=${value} ok`,
  "in XML": (value) => `<phone>${value}</phone>`,
  "in a table": (value) => `| Phone | ${value} |`,
  "in a signature": (value) => `Jane Doe\nAcme Ltd\nT: ${value}`,
  "in a link": (value) => `<a href="tel:${value}">`,
  "before its label": (value) => `${value} is my phone number`,
  "in German": (value) => `Meine Telefonnummer ist ${value}.`,
  "in German, with a verb": (value) => `Rufen Sie mich unter ${value} an`,
  "in Spanish": (value) => `Mi teléfono es ${value}`,
  "in Dutch": (value) => `Mijn telefoonnummer is ${value}`,
  "in Polish": (value) => `Mój numer telefonu to ${value}`,
  "in Russian": (value) => `Мой телефон ${value}`,
  "in Hindi": (value) => `मेरा फ़ोन नंबर ${value} है`,
};

/** Surroundings that indicate a secret, of any vendor. */
export const SECRET: Readonly<Record<string, (vendor: string, value: string) => string>> = {
  "an assigned token": (vendor, value) => `${vendor} token = '${value}'`,
  "a sentence": (vendor, value) => `You can find a ${vendor} secret ${value} within`,
  "a credential": (vendor, value) => `${vendor} credential: ${value}`,
  "a dash": (vendor, value) => `${vendor} token - '${value}'`,
  "a debug log": (vendor, value) =>
    `[INFO] Connecting to ${vendor}\n[DEBUG] Using token: ${value}\n[INFO] 200 OK`,
  "a Jenkins credential": (vendor, value) =>
    `<id>{${vendor}}</id><secret>{${vendor} AQAAABAAA ${value}}</secret>`,
  "a header set in Go": (_vendor, value) => `req.Header.Set("X-Api-Key", "${value}")`,
  "an environment file": (vendor, value) => `${vendor.toUpperCase()}_API_KEY=${value}`,
  "a shell export": (vendor, value) => `export ${vendor.toUpperCase()}_SECRET="${value}"`,
  "an argument in Python": (vendor, value) => `client = ${vendor}.Client(api_key='${value}')`,
  "a query": (vendor, value) => `curl "https://api.${vendor}.com/v1/items?apikey=${value}&limit=5"`,
  "a query called key": (vendor, value) => `https://api.${vendor}.com/data?key=${value}`,
  JSON: (vendor, value) => `{"${vendor}ApiKey": "${value}", "region": "eu"}`,
  YAML: (vendor, value) => `${vendor}:\n  api_key: ${value}\n  region: eu`,
  "a header of curl": (vendor, value) =>
    `curl -H 'X-Auth-Token: ${value}' https://api.${vendor}.com`,
  "a user of curl": (vendor, value) => `curl -u "user:${value}" https://api.${vendor}.com`,
  JavaScript: (vendor, value) => `const ${vendor}Secret = "${value}";`,
  Java: (vendor, value) => `static final String ${vendor.toUpperCase()}_ACCESS_TOKEN = "${value}";`,
  Ruby: (vendor, value) => `config.${vendor}_secret_key = '${value}'`,
  PHP: (vendor, value) => `define('${vendor.toUpperCase()}_SECRET', '${value}');`,
  Terraform: (vendor, value) => `variable "${vendor}_token" {\n  default = "${value}"\n}`,
  TOML: (vendor, value) => `[${vendor}]\nauth_token = "${value}"`,
  "a property": (vendor, value) => `${vendor}.api.key=${value}`,
  "a chat": (vendor, value) => `hey, the ${vendor} api key is ${value} can you check?`,
  "a colon in a chat": (vendor, value) => `Please use this ${vendor} key: ${value}`,
  "a table": (_vendor, value) => `| API_KEY | \`${value}\` |`,
  "a Dockerfile": (vendor, value) => `ENV ${vendor.toUpperCase()}_API_TOKEN ${value}`,
  "an option": (vendor, value) => `${vendor} login --api-key ${value}`,
  "an npm registry": (vendor, value) => `//registry.${vendor}.com/:_authToken=${value}`,
  "a connection string": (_vendor, value) => `Server=db;User Id=sa;Password=${value};`,
  German: (vendor, value) => `Der API-Schlüssel für ${vendor} lautet ${value}`,
  French: (vendor, value) => `La clé API ${vendor} est ${value}`,
  Spanish: (vendor, value) => `La clave de API de ${vendor} es ${value}`,
};
