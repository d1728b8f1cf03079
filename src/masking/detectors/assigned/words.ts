/**
 * What names say about their values. Words are in lower case, one name's words split at case
 * changes and punctuation: `AWS_SECRET_ACCESS_KEY` is `aws secret access key`.
 */
const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Nouns whose value is a password, in the languages that configuration and chat come in. */
export const PASSWORD_NOUNS = words(
  "password passwords passwd passwrd pwd pass passphrase passcode pw psw pswd passwort kennwort contraseña contrasena senha mdp wachtwoord hasło haslo lozinka parola пароль пароля passe lösenord passord salasana adgangskode kodeord heslo geslo jelszó şifre sandi khẩu รหัสผ่าน סיסמה पासवर्ड 암호 密码 密碼 口令 パスワード 비밀번호",
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
  "abuseipdb adafruit adafruitio airbrake airship airtable aiven akamai alchemy alchemyapi algolia alibaba alphavantage amplitude anthropic anypoint apideck apiflash apify apilayer appcues appfollow appoptics apptivo artifactory asana assemblyai atlassian auth0 aviationstack aylien ayrshare azure bannerbear baremetrics beamer bintray bitbar bitbucket bitcoinaverage bitfinex bitmex bitrise bittrex blazemeter borgbase braintree brandfetch brevo browserstack bscscan bugherd bugsnag buildkite bulksms buttercms calendarific calendly capsulecrm censys chartmogul checklyhq checkr circleci clarifai clearbit clicksend clickup clockify closecrm cloudconvert cloudflare cloudinary cloudmersive codacy codeclimate codecov codemagic cohere coinapi coinbase coinmarketcap commercejs confluence confluent contentful convertkit coveralls crowdin cryptocompare currencylayer currentsapi customerio dailyco dareboost databricks datadog deepai deepgram deepseek detectify detectlanguage diffbot digitalocean discord disqus docusign doppler droneci dropbox dwolla dynatrace easypost edamam elasticemail elevenlabs enablex etherscan etsy eventbrite everhour exchangerate facebook fastforex fastly fetchrss fibery figma finicity finnhub fixerio flickr flightapi flutterwave foursquare freshbooks freshdesk fulcrum fullstory geoapify geocodio getresponse giphy github gitlab gitter glassnode gocardless godaddy grafana graphcms graphhopper groq gumroad gyazo happyscribe hellosign helpcrunch helpscout heroku holidayapi hotjar hubspot huggingface hunterio hypertrack iconfinder iexcloud imagekit imagga infura insightly instagram instamojo intercom intrinio ipgeolocation ipinfodb ipstack jenkins jfrog jira jotform jumpcloud keenio kickbox klaviyo klipfolio kucoin langchain lastfm launchdarkly leadfeeder lemlist lemonsqueezy linkedin linode livestorm lob locationiq loggly loginradius logzio lokalise magicbell mailboxlayer mailchimp mailerlite mailersend mailgun mailjet mailmodo mailsac mandrill mapbox mapquest marketstack mattermost mavenlink maxmind mediastack meraki mesibo messagebird mindmeister mistral mixpanel mollie mongodb monkeylearn moonclerk moralis netlify neutrinoapi newrelic newsapi newscatcher nexmo nftport nightfall npm numverify nutritionix nylas nytimes oanda okta omnisend onedesk onelogin onesignal onfleet oopspam openai opencage openweather opsgenie optimizely packagecloud pagerduty pandadoc pandascore papertrail parsehub partnerstack pastebin paypal paystack pdflayer pdfshift peopledatalabs pepipost perplexity pinecone pipedream pipedrive pixabay plaid planetscale plivo podio poloniex positionstack postageapi postman postmark prismic proxycrawl pubnub pulumi pushbullet pusher pypi qualaroo qubole quickbooks rapidapi razorpay rebrandly repairshopr ringcentral ritekit rollbar rubygems salesforce saucelabs scaleway scraperapi scrapestack scrapingbee screenshotapi securitytrails semrush sendbird sendgrid sendinblue sentry serpapi serpstack shippo shodan shopify shotstack shutterstock sigopt simfin slack smartsheet snipcart snyk sonar sonarqube sourcegraph splunk spoonacular sportradar spotify squarespace sslmate statuscake statuspage storyblok strava stripe stytch sumo sumologic supabase surveymonkey surveysparrow swiftype tableau taxjar teamwork telegram telesign terraform testingbot textmagic thinkific ticketmaster tiingo todoist tomorrowio tomtom tradier transferwise travelpayouts travis travisci trello tumblr twelvedata twilio twitch twitter typeform typesense ubidots unifyid unsplash upcdatabase uploadcare uptimerobot urlscan userflow userstack vatlayer vercel verimail veriphone virustotal visualcrossing voicegain vonage vpnapi vultr wandb weatherapi weatherbit weatherstack webex webflow webscraper wepay whoxy wistia wrike xray yandex yelp yousign youtube zapier zendesk zenrows zenscrape zenserp zeplin zerobounce zerotier zillow zipcodeapi zulip",
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
  "люч",
  "senha",
  "kennwort",
  "wachtwoord",
  "geheim",
  "mnemonic",
  "seed phrase",
  // Without its first letter, which may be a capital: case is told apart in ASCII alone.
  "арол",
  "パスワード",
  "비밀번호",
  "mdp",
  "accessid",
  "access_id",
  "access-id",
  "parola",
  "lozinka",
  "hasł",
  "senord",
  "passord",
  "salasana",
  "adgangskode",
  "kodeord",
  "heslo",
  "geslo",
  "jelsz",
  "ifre",
  "kata sandi",
  "khẩu",
  "รหัสผ่าน",
  "סיסמה",
  "पासवर्ड",
] as const;

/** Words of two characters. Three wake a detector, so these come with what may stand behind them. */
const SHORT_STEMS = ["pw", "密码", "密碼", "口令", "密钥", "密鑰", "암호"];

/** Ends of literals that belong to the operator, not to the name. */
export const STEM_ENDS = ":=\"'` |>)\\是为為는은：＝";

export const SHORT_LITERALS: readonly string[] = SHORT_STEMS.flatMap((stem) =>
  [...STEM_ENDS].map((end) => stem + end),
);
