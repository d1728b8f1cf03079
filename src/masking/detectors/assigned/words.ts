/**
 * What names say about their values. Words are in lower case, one name's words split at case
 * changes and punctuation: `AWS_SECRET_ACCESS_KEY` is `aws secret access key`.
 */
const ROLES = new Map<string, number>();

/** The bits of everything that a word may be; 0 for most words. */
export function rolesOf(word: string): number {
  return ROLES.get(word) ?? 0;
}

/** Gives a role to each of `words`, which may have others. */
function assign(role: number, words: string): number {
  for (const word of words.split(" ")) ROLES.set(word, rolesOf(word) | role);
  return role;
}

/** Nouns whose value is a password, in the languages that configuration and chat come in. */
export const PASSWORD_NOUN = assign(
  1 << 0,
  "password passwords passwd passwrd pwd pass passphrase passcode pw psw pswd passwort kennwort contraseña contrasena senha mdp wachtwoord hasło haslo lozinka parola пароль пароля passe lösenord passord salasana adgangskode kodeord heslo geslo jelszó şifre sandi khẩu รหัสผ่าน סיסמה पासवर्ड 암호 密码 密碼 口令 パスワード 暗証番号 비밀번호 contrasenya parool slaptažodis лозинка парола паролата паролем паролът jelszavam jelszava şifrem şifresi parolam parolası salasanani salasanasi passordet lösenordet adgangskoden kodeordet laluan סיסמא הסיסמה المرور السر عبور گذرواژه συνθηματικό πρόσβασης psk authtok haslo sifre jelszo losenord",
);

/** Nouns whose value is a secret that a machine made. */
export const SECRET_NOUN = assign(
  1 << 1,
  "secret secrets token tokens credential credentials cred creds apikey apikeys jwt bearer authtoken accesstoken authkey secretkey accesskey privatekey apitoken apisecret clientsecret appsecret appkey geheimnis pat токен токена",
);

/** Nouns for a name and a password together. */
export const PAIR_NOUN = assign(
  1 << 2,
  "login credentials credential creds cred zugangsdaten logindaten",
);

/** Keys in other languages. What they are for stands behind them as often as before. */
export const FOREIGN_KEY = assign(
  1 << 3,
  "schlüssel schluessel clé clés cle clave claves llave chiave chave sleutel klucz nyckel nøgle ключ ключа 密钥 密鑰 キー κωδικός",
);

/** Words of programs and sentences that stand before a key and do not say what it is for. */
export const CODE_WORD = assign(
  1 << 4,
  "rsa ecdsa const let var val string char auto return public private protected static final this self new with from where for and not but has have get set use def func function type int integer long byte bytes data value values name names test tests case assert expect equal object json yaml text line lines code file path print println printf log debug info warn error commit sha hash hashes checksum digest md5 sha1 sha256 integrity was were are its your their our one two same other another last first whose which when then else import export require include",
);

/** Nouns that often go with something else; their value must look random by itself. */
export const WEAK_NOUN = assign(
  1 << 5,
  "auth authorization login session sessionid sid cookie sig signature salt license webhook passkey otp totp seed mnemonic accessid accesskeyid",
);

/** What makes a `key` secret when it stands before the word. */
export const KEY_QUALIFIER = assign(
  1 << 6,
  "using used api secret access private auth signing sign encryption encrypt decryption crypto master account service license licence app application client storage shared admin root deploy deployment ssh webhook hmac jwt token bot user server consumer developer dev write read ingest insert integration personal subscription function host publishable live test prod session project team org unseal",
);

/** What makes a `key` or a `token` harmless when it stands before the word. */
export const HARMLESS_BEFORE = assign(
  1 << 7,
  "public pub gpg pgp dsa recv trusted primary foreign sort partition cache map dict object row index shift hot short arrow ctrl meta next prev previous page continuation pagination cursor sync stop special start end unk pad mask bos eos sep cls max min num total input output prompt completion csrf xsrf registry group unique composite natural surrogate candidate join range hash bucket column field i18n translation locale translate lookup query state props react list item node vertex edge sub super enter escape tab space up down left right delete backspace any a the each per this that no expected unexpected current lexer parse parser syntax string identifier punctuator operator keyword comment word sentence event metric config setting settings preference enum option property attribute storagekey redis idempotency dedupe lock change starting request forward backward lease bulk stream",
);

/** What makes a name harmless when it stands behind the noun: the value is about the secret. */
export const HARMLESS_AFTER = assign(
  1 << 8,
  "id ids name names url urls uri uris path paths file files filename dir directory folder type types kind length len size count counts index idx field fields header headers prefix suffix pattern regex regexp format expires expiry expiration expire ttl timeout age map list set array store storage manager provider service endpoint endpoints server host algorithm algo alg label title description desc placeholder hint help error errors message messages msg version alias arn ref refs reference usage limit limits rotation policy policies status state mode scope scopes audience issuer required enabled disabled valid invalid input output field form validator validation schema rule rules strength reset page view component button link icon class event handler callback fn func function method request response body param params option options config settings code codes exchange refresh generator factory cache pair pairs ring vault book board stroke down up press word words words space frame value_from valuefrom secretref hash hashed digest fingerprint checksum thumbprint spec template example info metadata meta data bits bytes position number no num hint question owner source target env envvar variable var column table row getter setter",
);

/** What may stand behind the noun without changing its meaning. */
export const NEUTRAL_AFTER = assign(
  1 << 9,
  "base value val string str raw plain plaintext text prod production dev development test testing staging stage live new old current default b64 base64 hex encoded v1 v2 v3 main primary secondary backup local header arg field",
);

/** Vendors whose name alone, before a value that looks random, makes it a secret. */
export const VENDORS: readonly string[] =
  "abuseipdb abyssale accuweather adafruit adafruitio adzuna aeroworkflow airbrake airship airtable airvisual aiven akamai alchemy alchemyapi alegra algolia alibaba alienvault allsports alphavantage ambee amplitude anthropic anypoint api2cart apideck apiflash apifonica apify apilayer apimatic apimetrics appcues appfollow appoptics appsynergy apptivo artifactory asana assemblyai atlassian auth0 autoklose aviationstack axonaut aylien ayrshare azure bannerbear baremetrics beamer beebole besttime bintray bitbar bitbucket bitcoinaverage bitfinex bitmex bitrise bittrex blazemeter blitapp bombbomb boostnote borgbase braintree brandfetch brevo browserstack browshot bscscan buddyns budibase bugherd bugsnag buildkite bulbul bulksms buttercms caflou calendarific calendly calorieninja campayn capsulecrm carboninterface censys centralstation cerebras chartmogul checklyhq checkr checkvist circleci clarifai clearbit clickhelp clicksend clickup clinchpad clockify clockworksms closecrm cloudconvert cloudelements cloudflare cloudimage cloudinary cloudmersive cloudplan cloudsmith codacy codeclimate codecov codemagic codequiry codescene cohere coinapi coinbase coinlayer coinlib coinmarketcap commercejs companyhub confluence confluent contentful conversiontools convertapi convertkit convier couchbase countrylayer coveralls craftmypdf crowdin crowdsec cryptocompare currencycloud currencyfreaks currencylayer currencyscoop currentsapi customerguru customerio d7network dagster dailyco dareboost databricks datadog deepai deepgram deepinfra deepseek detectify detectlanguage diffbot diggernaut digitalocean discord disqus docparser documo docusign doppler droneci dropbox dwolla dynalist dynatrace dyspatch easyinsight easypost ecostruxure edamam elasticemail elevenlabs enablex endorlabs etherscan ethplorer etsy eventbrite everhour exchangerate exoscale exportsdk extractorapi facebook faceplusplus fastforex fastly fetchrss fibery figma financialmodelingprep finicity finnhub fivetran fixerio fleetbase flexport flickr flightapi flightlabs flightstats flutterwave formbucket formcraft formsite foursquare frameio freshbooks freshdesk fulcrum fullstory fxmarket geckoboard geoapify geocodify geocodio geoipify getgeoapi getgist getresponse getsandbox giphy github gitlab gitter glassnode gocardless godaddy grafana graphcms graphhopper groq gtmetrix gumroad gyazo happyscribe hellosign helpcrunch helpscout hereapi heroku hetzner hightouch hiveage holidayapi honeycomb hotjar html2pdf hubspot huggingface hunterio hybiscus hypertrack iconfinder iexcloud imagekit imagga infura insightly instagram instamojo intercom intrinio ionos ip2location ipgeolocation ipinfodb ipquality ipstack jenkins jetbrains jfrog jira jotform jumpcloud jupiterone kanbantool karmacrm keenio kickbox klaviyo klipfolio knapsackpro kontent kucoin lambdalabs langchain langfuse languagelayer larksuite lastfm launchdarkly leadfeeder lemlist lemonsqueezy lendflow lessannoyingcrm lexigram linenotify linkedin linkpreview linode livestorm lob locationiq logdna loggly loginradius logrocket logzio lokalise loyverse lunchmoney madkudu magicbell mailboxlayer mailchimp mailerlite mailgun mailjet mailmodo mailsac mandrill mapbox mapquest marketstack mattermost mavenlink maxmind meaningcloud mediastack meistertask meraki mesibo messagebird metabase metrilo mindmeister mistral mixedbread mixpanel mockaroo mollie mongodb monkeylearn moonclerk moosend moralis myintervals nethunt netlify neutrinoapi newrelic newsapi newscatcher nexmo nftport ngrok nightfall novita nowpayments npm nuget numverify nutritionix nylas nytimes oanda okta ollama omnisend onedesk onelogin onepagecrm onesignal onfleet oopspam openai opencage openuv openweather opsgenie optimizely ovhcloud oxylabs packagecloud pagarme pagerduty pandadoc pandascore papertrail paralleldots parsehub parseur partnerstack pastebin paydirtapp paymoapp paymongo paypal paystack pdflayer pdfshift peopledatalabs pepipost perplexity pinecone pipedream pipedrive pixabay plaid planetscale plivo podio pollsapi poloniex positionstack postageapi postman postmark prefect prismic prospectcrm proxycrawl pubnub pulumi pushbullet pusher pypi qdrant qonto qualaroo qubole quickbooks rapidapi razorpay reachmail rebrandly rechargepayments repairshopr restpack revampcrm ringcentral ritekit rocketreach rollbar rubygems runpod saladcloud salesblink salescookie salesflare salesforce salesmate sambanova satismeter saucelabs scaleflex scaleway scrapeowl scraperapi scraperbox scrapestack scrapfly scrapingant scrapingbee screenshotapi screenshotlayer securitytrails selectpdf semrush sendbird sendgrid sendinblue sendowl sentry serpapi serper serphouse serpstack sherpadesk shippo shodan shopify shotstack shutterstock signalwire signupgenius sigopt siliconflow simfin simplesat simplynoted simvoly singlestore skybiometry slack smartproxy smartsheet smartystreets snipcart snowflake snyk sonar sonarcloud sonarqube sourcegraph splunk spoonacular sportradar sportsmonk spotify squarespace sslmate stackhawk statsig statuscake statuspage statuspal stitchdata stormboard stormglass storyblok storychief strava stripe stytch sumo sumologic supabase surveyanyplace surveymonkey surveysparrow survicate swiftype tableau tailscale tallyfy tavily taxjar teamgate teamwork technicalanalysis telegram telesign telnyx terraform testingbot textmagic thinkific thousandeyes ticketmaster tickettailor tiingo timezoneapi todoist togetherai tomtom tradier transferwise travelpayouts travis travisci trello trufflehog tumblr twelvedata twelvelabs twilio twitch twitter typeform typesense typetalk ubidots uclassify unifyid unkey unsplash upcdatabase uploadcare upstash uptimerobot urlscan userflow userstack vatlayer vercel verimail veriphone virustotal visualcrossing voiceflow voicegain vonage voodoosms vouchery voyageai vpnapi vultr walkscore wandb weatherapi weatherbit weatherstack weaviate web3storage webex webflow webscraper websitepulse wepay whoxy wistia worldcoinindex worldweather wrike xata xray yandex yelp youneedabudget zapier zendesk zenkit zenrows zenscrape zenserp zeplin zerobounce zerotier zilliz zillow zipbooks zipcodeapi zipcodebase zohocrm zonkafeedback zulip zulipchat zuora zyte".split(
    " ",
  );

/** One of `VENDORS`. */
export const VENDOR = assign(1 << 10, VENDORS.join(" "));

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
  "zugangsdaten",
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
  "окен",
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
  "haslo",
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
  "סיסמא",
  "parool",
  "slapta",
  "озинк",
  "ωδικός",
  "υνθηματικό",
  "كلمة المرور",
  "كلمة السر",
  "رمز عبور",
  "گذرواژه",
  "暗証番号",
  "kata laluan",
  "totp",
  'client("',
  "client('",
  "psk=",
  "psk =",
  "पासवर्ड",
] as const;

/** Words of two characters. Three wake a detector, so these come with what may stand behind them. */
const SHORT_STEMS = ["pw", "密码", "密碼", "口令", "密钥", "密鑰", "암호"];

/** Ends of literals that belong to the operator, not to the name. */
export const STEM_ENDS = ":=\"'` |>)\\是为為는은：＝(";

export const SHORT_LITERALS: readonly string[] = SHORT_STEMS.flatMap((stem) =>
  [...STEM_ENDS.replace("(", "")].map((end) => stem + end),
);
