/**
 * What names say about their values. Words are in lower case, one name's words split at case
 * changes and punctuation: `AWS_SECRET_ACCESS_KEY` is `aws secret access key`.
 */
const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Nouns whose value is a password, in the languages that configuration and chat come in. */
export const PASSWORD_NOUNS = words(
  "password passwords passwd passwrd pwd pass passphrase passcode pw psw pswd passwort kennwort contraseña contrasena senha mdp wachtwoord hasło haslo lozinka parola пароль 密码 密碼 口令 パスワード 비밀번호",
);

/** Nouns whose value is a secret that a machine made. */
export const SECRET_NOUNS = words(
  "secret secrets token tokens credential credentials cred creds apikey apikeys jwt bearer authtoken accesstoken authkey secretkey accesskey privatekey apitoken apisecret clientsecret appsecret appkey geheimnis pat",
);

/** Keys in other languages. What they are for stands behind them as often as before. */
export const FOREIGN_KEY_NOUNS = words(
  "schlüssel schluessel clé clés cle clave claves llave chiave chave sleutel klucz nyckel nøgle ключ ключа 密钥 密鑰 キー",
);

/** Words of programs and sentences that stand before a key and do not say what it is for. */
export const CODE_WORDS = words(
  "const let var val string char auto return public private protected static final this self new with from where for and not but has have get set use def func function type int integer long byte bytes data value values name names test tests case assert expect equal object json yaml text line lines code file path print println printf log debug info warn error commit sha hash hashes checksum digest md5 sha1 sha256 integrity was were are its your their our one two same other another last first whose which when then else import export require include",
);

/** Nouns that often go with something else; their value must look random by itself. */
export const WEAK_NOUNS = words(
  "auth authorization login session sessionid sid cookie sig signature salt license webhook passkey otp seed mnemonic accessid accesskeyid",
);

/** What makes a `key` secret when it stands before the word. */
export const KEY_QUALIFIERS = words(
  "using used api secret access private auth signing sign encryption encrypt decryption crypto master account service license licence app application client storage shared admin root deploy deployment ssh rsa webhook hmac jwt token bot user server consumer developer dev write read ingest insert integration personal subscription function host publishable live test prod session project team org",
);

/** What makes a `key` or a `token` harmless when it stands before the word. */
export const HARMLESS_BEFORE = words(
  "public pub primary foreign sort partition cache map dict object row index shift hot short arrow ctrl meta next prev previous page continuation pagination cursor sync stop special start end unk pad mask bos eos sep cls max min num total input output prompt completion csrf xsrf registry group unique composite natural surrogate candidate join range hash bucket column field i18n translation locale translate lookup query state props react list item node vertex edge sub super enter escape tab space up down left right delete backspace any a the each per this that no expected unexpected current lexer parse parser syntax string identifier punctuator operator keyword comment word sentence event metric config setting settings preference enum option property attribute storagekey redis idempotency dedupe lock change starting request forward backward lease bulk stream",
);

/** What makes a name harmless when it stands behind the noun: the value is about the secret. */
export const HARMLESS_AFTER = words(
  "id ids name names url urls uri uris path paths file files filename dir directory folder type types kind length len size count counts index idx field fields header headers prefix suffix pattern regex regexp format expires expiry expiration expire ttl timeout age map list set array store storage manager provider service endpoint endpoints server host algorithm algo alg label title description desc placeholder hint help error errors message messages msg version alias arn ref refs reference usage limit limits rotation policy policies status state mode scope scopes audience issuer required enabled disabled valid invalid input output field form validator validation schema rule rules strength reset page view component button link icon class event handler callback fn func function method request response body param params option options config settings code codes exchange refresh generator factory cache pair pairs ring vault book board stroke down up press word words words space frame value_from valuefrom secretref hash hashed digest fingerprint checksum thumbprint spec template example info metadata meta data bits bytes position number no num hint question owner source target env envvar variable var column table row getter setter",
);

/** What may stand behind the noun without changing its meaning. */
export const NEUTRAL_AFTER = words(
  "value val string str raw plain plaintext text prod production dev development test testing staging stage live new old current default b64 base64 hex encoded v1 v2 v3 main primary secondary backup local header arg field",
);

/** Vendors whose name alone, before a value that looks random, makes it a secret. */
export const VENDORS = words(
  "adafruit airbrake airtable aiven akamai algolia alibaba alchemy anthropic apify artifactory asana atlassian auth0 azure beamer bintray bitbar bitbucket bitrise bittrex braintree browserstack buildkite calendly checkr circleci clearbit clickup cloudflare cloudinary codacy codecov cohere coinbase confluence confluent contentful coveralls crowdin databricks datadog deepgram deepseek digitalocean discord doppler droneci dropbox dynatrace easypost elevenlabs etsy eventbrite facebook fastly figma finicity finnhub flickr flutterwave freshbooks freshdesk github gitlab gitter gocardless grafana groq helpscout heroku hubspot huggingface infura instagram intercom ipstack jenkins jfrog jira kucoin langchain launchdarkly linkedin linode lob loggly mailchimp mailgun mailjet mandrill mapbox maxmind meraki messagebird mixpanel mistral mollie mongodb netlify newrelic nexmo npm nytimes okta onesignal openai openweather opsgenie optimizely pagerduty papertrail paypal paystack perplexity pinecone pipedrive plaid planetscale plivo postman postmark prismic pulumi pusher pypi quickbooks rapidapi razorpay rollbar rubygems salesforce scaleway sendbird sendgrid sendinblue sentry shippo shodan shopify shutterstock slack smartsheet snyk sonar sonarqube sourcegraph splunk spotify squarespace stripe sumo sumologic supabase tableau telegram terraform todoist travis travisci trello tumblr twilio twitch twitter typeform unsplash vercel virustotal vonage vultr wandb weatherbit webex xray yandex yelp youtube zapier zendesk zillow zulip",
);

/** Parts of words that wake the detector. */
export const STEMS = [
  "key",
  "secret",
  "token",
  "pass",
  "pwd",
  "credential",
  "creds",
  "_cred",
  "cred_",
  "auth",
  "login",
  "session",
  "cookie",
  "signature",
  "sig=",
  "salt",
  "license",
  "webhook",
  "jwt",
  "bearer",
  "contrase",
  "schlüssel",
  "schluessel",
  "clé",
  "clave",
  "chave",
  "chiave",
  "sleutel",
  "klucz",
  "nyckel",
  "ключ",
  "密钥",
  "senha",
  "kennwort",
  "wachtwoord",
  "geheim",
  "mnemonic",
  "seed phrase",
  "парол",
  "パスワード",
  "비밀번호",
  "口令是",
  "口令：",
  "密码是",
  "密码:",
  "密码：",
  "密碼:",
  "密碼：",
  "mdp",
  "accessid",
  "access_id",
  "access-id",
  "parola",
] as const;
