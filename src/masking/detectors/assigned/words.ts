/**
 * What names say about their values. Words are in lower case; names are split at case changes and
 * punctuation: `AWS_SECRET_ACCESS_KEY` is `aws secret access key`.
 */
const ROLES = new Map<string, number>();

/** The bits of all roles of a word; 0 for most words. */
export function rolesOf(word: string): number {
  return ROLES.get(word) ?? 0;
}

/** Adds a role to each of `words`, which may have others. */
function assign(role: number, words: string): number {
  for (const word of words.split(" ")) ROLES.set(word, rolesOf(word) | role);
  return role;
}

/** Nouns whose value is a password, in the languages of configuration and chat. */
export const PASSWORD_NOUN = assign(
  1 << 0,
  "password passwords passwd passwrd pasword paasword passowrd passwrod passward pwd pass passphrase passcode pw psw pswd passwort kennwort contraseña contrasena senha mdp wachtwoord hasłem heslem سر السري باسورد الباسورد hasło haslo lozinka parola пароль пароля passe lösenord passord salasana adgangskode kodeord heslo geslo jelszó şifre sandi khẩu รหัสผ่าน סיסמה पासवर्ड 암호 密码 密碼 口令 パスワード 暗証番号 비밀번호 비번 패스워드 contrasenya parool slaptažodis лозинка парола паролата паролем паролът jelszavam jelszava şifrem şifresi şifreniz şifremiz parolam parolası parolanız parolamız salasanani salasanasi passordet lösenordet adgangskoden kodeordet laluan סיסמא הסיסמה المرور مرور السر عبور گذرواژه συνθηματικό psk authtok passw pword sandinya bindpw rootpw userpw adminpw dbpw mypw sifre jelszo losenord",
);

/** Nouns whose value is a machine-made secret. */
export const SECRET_NOUN = assign(
  1 << 1,
  "secret secrets token tokens credential credentials cred creds apikeys jwt bearer secretkey 秘密鍵 トークン シークレット 시크릿 apisecret clientsecret appsecret geheimnis pat токен токена токеном jeton jetonu 令牌 belirteç belirteci belirtecim 토큰 الوصول توكن التوكن टोकन",
);

/** Nouns for a user name and a password together. */
export const PAIR_NOUN = assign(
  1 << 2,
  "login credentials credential creds cred zugangsdaten logindaten credenziali credenciales credenciais identifiants inloggegevens wifi wlan",
);

/** Keys in other languages. Their purpose follows them as often as it precedes them. */
export const FOREIGN_KEY = assign(
  1 << 3,
  "schlüssel schluessel clé clés clave claves llave chiave chave sleutel klucz nyckel nyckeln nøgle nøglen nøgler adgangsnøgle adgangsnøglen nøkkel nøkkelen avain anahtar anahtarı anahtarım anahtarımız klíč klic kulcs kulcsa cheie cheia kunci khóa κλειδί ключ ключа ключем ключом מפתח المفتاح مفتاح कुंजी 密钥 密鑰 キー 키 κωδικός wifi",
);

/** Words of programs and sentences that precede a key and do not say what it is for. */
export const CODE_WORD = assign(
  1 << 4,
  "rsa ecdsa const let var val char auto return private protected static final self new with from where for and not but has have get set use def func function type int integer long byte bytes data value values name names test tests case assert expect equal json yaml text line lines code file path print println printf log debug info warn error commit sha hashes checksum digest md5 sha1 sha256 integrity was were are its your their our one two same other another last first whose which when then else import export require include",
);

/** Nouns that often mean something else; their value must look random by itself. */
export const WEAK_NOUN = assign(
  1 << 5,
  "auth authorization session sessionid sid tok cookie sig signature salt license webhook otp totp seed pepper jsessionid phpsessid aspsessionid signing mnemonic accessid accesskeyid",
);

/** Words that make a `key` secret when they precede it. */
export const KEY_QUALIFIER = assign(
  1 << 6,
  "using used setup activation api secret access private auth signing sign encryption encrypt decryption crypto master account service license licence app application client storage shared admin root deploy deployment ssh webhook hmac jwt token bot user server consumer developer dev write read ingest insert integration personal subscription function host publishable live test prod session project team org unseal network wlan router hotspot",
);

/** Words that make a `key` or a `token` harmless when they precede it. */
export const HARMLESS_BEFORE = assign(
  1 << 7,
  "public pub gpg pgp dsa recv trusted primary foreign sort partition cache map dict object row index shift hot short arrow ctrl meta next prev previous page continuation pagination cursor sync stop special start end unk pad mask bos eos sep cls max min num total input output prompt completion registry group unique composite natural surrogate candidate range hash bucket column field i18n translation locale translate lookup query state props react list item node vertex edge sub super enter escape tab space up down left right delete backspace any a the each per this that no expected unexpected current lexer parse parser syntax string identifier punctuator operator keyword comment word sentence event metric config setting settings preference enum option property attribute storagekey redis idempotency dedupe lock change starting request forward backward restore lease bulk stream socket",
);

/** Words that make a name harmless when they follow the noun: the value is about the secret. */
export const HARMLESS_AFTER = assign(
  1 << 8,
  "id ids name names namespace url urls uri uris path paths file files filename dir directory folder type types kind length len size count counts index idx fields headers prefix suffix pattern regex regexp format expires expiry expiration expire ttl timeout age map list set array store storage manager provider service endpoint endpoints server host algorithm algo alg label title description desc placeholder hint help error errors message messages msg version alias arn ref refs reference usage limit limits rotation policy policies status state mode scope scopes audience issuer required enabled disabled valid invalid input output form validator validation schema rule rules strength reset page view component button link icon class event handler callback fn func function method request response body param params option options config settings code codes exchange refresh generator factory cache pair pairs ring vault book board stroke down up press word words space frame valuefrom secretref hash hashed hashing digest fingerprint checksum thumbprint sha sha1 sha256 sha512 md5 commit revision identifier identifiers spec template example info metadata meta data bits bytes position number no num question owner source target env envvar variable var column table row getter setter",
);

/** Words that can follow the noun without changing its meaning. */
export const NEUTRAL_AFTER = assign(
  1 << 9,
  "base value val string str raw plain plaintext text confirmation confirm confirmed repeat repeated again prod production dev development test testing staging stage live new old current default b64 base64 hex encoded main primary secondary backup local header arg field equals preview sandbox uat qa ci canary readonly ro rw replica reporting analytics eu us uk emea apac prd stg temp tmp expired noreply",
);

/** Vendors whose name alone makes a value that looks random a secret. */
export const VENDORS: readonly string[] =
  "abstractapi abuseipdb abyssale accuweather activecampaign adafruit adafruitio adyen adzuna aerisweather aeroworkflow africastalking aftership agora ai21 aikido airbrake airbyte aircall airship airtable airvisual aiven akamai alchemy alchemyapi alconost alegra alephalpha aletheia algolia alibaba alienvault allsports alphavantage amadeus ambee amplitude anthropic anypoint anyscale apacta api2cart api2convert apideck apiflash apifonica apify apilayer apimatic apimetrics apiscience apitemplate appcues appdynamics appfollow appointedd appoptics appsynergy apptivo appveyor appwrite artifactory artsy asana assemblyai atera atlassian audd auth0 authress autodesk autoklose automox autopilot avalara avaza aviationstack aweber axonaut aylien ayrshare azure backendless bannerbear barcodelookup baremetrics baseapi basecamp baseten basistheory beamer beebole besnappy besttime betterstack betteruptime bigcommerce billomat binance bintray bitbar bitbucket bitcoinaverage bitfinex bitget bitgo bitly bitmex bitmovin bitpanda bitrise bitstamp bittrex bitwarden blablabus blazemeter blitapp blockcypher blockdaemon blockfrost blocknative blynk bombbomb boostnote borgbase boxoauth braintree brandfetch brevo brightcove brightdata brightlocal browserbase browserless browserstack browshot bscscan buddyns budibase bugherd bugsnag buildkite bulbul bulksms bunnycdn bunnynet buttercms bybit bytescale caflou calendarific calendly calorieninja campaignmonitor campayn cannyio capsulecrm captaindata carboninterface cashboard cashfree caspio censys centralstation centrifugo cequens cerebras cexio chainalysis chargebee chargify chartmogul chatbot chatfuel chatfule checio checkly checklyhq checkmarket checkmarx checkr checkvist circleci clarifai clearbit cleardb clickatell clickhelp clicksend clickup cliengo clientary clinchpad clockify clockworksms clojars closecrm cloudant cloudconvert cloudelements cloudflare cloudimage cloudinary cloudmersive cloudplan cloudsight cloudsmith cloudways cloverly clustdoc cockroachdb codacy codeclimate codecov codeium codemagic codequiry codescene codeship cohere coinapi coinbase coingecko coinlayer coinlib coinmarketcap cometchat commercejs commercetools companyhub complyadvantage composio conekta configcat confluence confluent constantcontact contabo contentful contentsquare contentstack conversiontools convertapi convertkit convier copyscape coralogix coreweave couchbase countrylayer covalenthq coveo coveralls craftmypdf createsend crossbrowsertesting crowdin crowdsec cryptocompare currencycloud currencyfreaks currencylayer currencyscoop currentsapi customerguru customerio d7network dagster dailyco dareboost darksky dashscope databox databricks datadog datafire datagov dbtcloud deepai deepgram deepinfra deepseek deepsource defectdojo delighted demio denodeploy deribit descope detectify detectlanguage dfuse dialpad diffbot diggernaut digitalocean discord disqus distribusion dlocal dnscheck dnsimple dockerhub docparser documo docusign doppler dotmailer doubao dovico dronahq droneci dropbox dropboxsign duply dwolla dynadot dynalist dynatrace dyspatch eagleeyenetworks easyinsight easypost ebanx ecostruxure ecwid edamam edenai edusign elasticemail elasticpath elevenlabs emailoctopus enablex endorlabs envkey equinix etherscan ethplorer etsy eventbrite everhour eversign exchangerate exoscale exotel exportsdk extractorapi facebook faceplusplus fastforex fastly fastmail fastspring faunadb feedier feedly fetchrss fibery figma figshare filestack finage financialmodelingprep finicity finnhub fireblocks firecrawl fivetran fixerio flagsmith flatio fleetbase flexport flickr flightapi flightlabs flightstats flowdash flowdock flowflu flutterwave fmfw formbucket formcraft formio formsite formstack foursquare frameio freshbooks freshdesk freshping freshworks frontegg fulcrum fullcontact fullstory fusebill fusionauth fxmarket gateio geckoboard gengo geoapify geocodify geocodio geoipify getemail getemails getgeoapi getgist getresponse getsandbox giphy gitea gitguardian github gitlab gitter gladia glassnode glitterly gnews gocanvas gocardless godaddy goodday googlemaps gorgias goshippo gosquared gotomeeting grafana graphcms graphhopper greptile groovehq groq gtmetrix guardianapi gumroad gupshup gyazo happyscribe hasura heatmapapi helicone helius hellosign helpcrunch helpscout hereapi heroku hetzner hightouch hiveage holidayapi honeybadger honeycomb hookdeck hotjar html2pdf hubspot huggingface humanloop hunterio hunyuan huobi hybiscus hypeauditor hypertrack ibmcloud iconfinder iexcloud imagekit imagga imgbb imgix imgur imperva incapsula infobip infura insightly instabot instagram instamojo integromat intercom interseller intrinio invoiced invoiceocean ionos ip2location ipapi ipdata ipgeolocation ipify ipinfo ipinfodb ipquality iproyal ipstack iyzico jenkins jetbrains jfrog jira jotform jsonbin jumio jumpcloud jumpseller jupiterone juro justcall jwplayer kairos kakaotalk kaleyra kaltura kanbantool karmacrm keenio keycdn kickbox kinsta kiteconnect kiteworks klarna klaviyo klipfolio knapsackpro kontent kraken kucoin kustomer kylas lakera lambdalabs langchain langfuse langsmith languagelayer larksuite lastfm launchdarkly leadfeeder leankit leaseweb lemlist lemonsqueezy lendflow lessannoyingcrm lexigram lightstep linemessaging linenotify linkedin linkpreview linode litellm liveagent liveblocks livekit liveperson livestorm llamacloud loadmill lob locationiq logdna logfire loggly loginradius logrocket logzio lokalise loyverse lunchmoney luno lusha madkudu magicbell mailboxlayer mailchimp mailerlite mailersend mailgun mailjet mailmodo mailpace mailsac mailtrap mandrill mapbox mapquest marketstack matomo mattermost mattermostpersonaltoken mavenlink maxmind meaningcloud mediastack meilisearch meistertask memfault meraki mercadopago mesibo messagebird messari metaapi metabase metrilo mexc mezmo middesk midise midtrans milvus mindmeister minimax mistral mixcloud mixedbread mixmax mixpanel mockaroo mojohelpdesk mollie mongodb monkeylearn moonclerk moonshot moosend moralis motherduck mrticktock msg91 myexperiment myfreshworks myintervals nansen nasdaq nasdaqdatalink neptuneai nethunt netlify netsuite neutrinoapi neverbounce newrelic newsapi newscatcher nexmo nftport nftstorage ngrok nhost nicehash nicereply nightfall nillion nordigen northflank novita nowpayments nozbe npm nubela nuget numverify nutritionix nylas nytimes oanda ocrspace okta okteto ollama omnisend onbuka onedesk onelogin onepagecrm onesignal onfido onfleet onwater oopspam openai opencage opendatasoft opengraphr openphone openrouter opensea openuv openweather opsgenie optidash optimizely overloop ovhcloud owlbot oxylabs packagecloud pagarme page2images pagerduty pagertree pagseguro pandadoc pandascore paperform paperspace papertrail papyrs paralleldots parsehub parseur partnerstack passbase pastebin paydirtapp payfit paymoapp paymongo payoneer paypal paystack paytm pdflayer pdfmyurl pdfshift pendo peopledatalabs pepipost perplexity phantombuster phemex phonepe photoroom pinata pinecone pingdom pipedream pipedrive pivotaltracker pixabay plaid planetscale planview planyo plivo pocketbase podio pollsapi poloniex polygonscan portainer portkey positionstack postageapi postageapp posthog postman postmark powrbot prefect printfection prismic processst prodpad propelauth prospectcrm prospectio protocolsio proxycrawl pubnub pulumi purestake pushbullet pusher pypi qase qdrant qianfan qonto qovery qualaroo quandl qubole questdb quickbase quickbooks quickmetrics quicknode rapidapi rapyd rawg raygun razorpay reachmail reallysimplesystems rebrandly rechargepayments recurly redbooth redmine rentman repairshopr replicate requestfinance restpack revampcrm revolut ringcentral riotgames ritekit robinhood roboflow rocketreach rockset rollbar route4me rownd rubygems rudderstack runpod runrunit saladcloud salesblink salescookie salesflare salesforce salesmate sambanova samsara sapconcur satismeter saucelabs scaleflex scaleway scalingo scalr scalyr scrapeowl scraperapi scraperbox scrapestack scrapfly scrapingant scrapingbee scrapingdog screenshotapi screenshotlayer scrutinizerci secureframe securitytrails selectpdf sellfy semaphoreci semrush sendbird sendcloud sendgrid sendinblue sendlane sendoso sendowl sendpulse sentry serpapi serper serphouse serpstack settlemint sezzle sheety sherpadesk shipday shippo shipstation shodan shopee shopify shotstack shutterstock sightengine signable signalfx signalwire signaturit signupgenius sigopt siliconflow simfin simplesat simplybook simplynoted simvoly sinch singlestore sirv site24x7 siteleaf skrapp skrappio skybiometry skyflow slack smartling smartproxy smartsheet smartystreets smooch smsapi smtp2go snipcart snowflake snyk socketlabs socure sonar sonarcloud sonarqube sourcegraph sparkpost speechmatics speechtextai splunk spoonacular sportradar sportsmonk spotify squadcast squarespace squareup sslmate stackhawk stackpath stannp statsig statuscake statuspage statuspal stitchdata stockdata storecove stormboard stormglass storyblok storychief strava stripe stripo stytch sucuri sugester sumo sumologic sumsub supabase supernotes supertokens supportbee surveyanyplace surveybot surveymonkey surveysparrow survicate svix swiftype sysdig tableau tailscale talkdesk tallyfy tatum tatumio tavily taxjar teamcity teamgate teamup teamviewer teamwork technicalanalysis tefter telegram telesign teletype telnyx terraform testingbot text2data textlocal textmagic theoddsapi thinkific thirdweb thousandeyes ticketmaster tickettailor tiingo timecamp timekit timezoneapi tineswebhook tinybird tmetric todoist togetherai toggl tokeet tolgee tomorrowio tomtom tradier transferwise transloadit travelpayouts travis travisci trello trimble truelayer trufflehog trulioo trustpilot tumblr turso twelvedata twelvelabs twilio twitch twitter tyntec typeform typesense typetalk ubidots uclassify unifyid unkey unplugg unsplash upcdatabase upcloud uplead uploadcare uploadthing uproc upstash uptimerobot upwave urlscan userflow userstack vagrantcloud valueserp vatlayer vbout vectara veevavault veracode vercel veriff verimail veriphone versioneye victorops viewneo virustotal visualcrossing voiceflow voicegain volcengine vonage voodoosms vouchery voyageai vpnapi vultr vyte wakatime walkscore wandb weatherapi weatherbit weatherstack weaviate web3storage webengage webex webflow webscraper websitepulse wechat weightsandbiases wepay whitesource whoxy wistia woocommerce woopra wordsapi workday workos worksnaps workstack worldcoinindex worldweather wpengine wrike xata xendit xmatters xray yandex yelp yext yodlee youneedabudget yousign zapier zendesk zenkit zenrows zenscrape zenserp zeplin zerobounce zerotier zhipu zilliz zillow zipapi zipbooks zipcodeapi zipcodebase zohocrm zonkafeedback zoominfo zulip zulipchat zuora zuplo zyte".split(
    " ",
  );

/** One of `VENDORS`. */
export const VENDOR = assign(1 << 10, VENDORS.join(" "));

/** Parts of words that trigger the detector. */
export const STEMS = [
  "key",
  "secret",
  "token",
  "pass",
  "pasword",
  "paasword",
  "pwd",
  "pswd",
  "pword",
  "_pat=",
  "credential",
  "creds",
  "_cred",
  "cred_",
  "cred=",
  "cred:",
  "cred =",
  "auth",
  "login",
  "zugangsdaten",
  "credenzial",
  "credenci",
  "identifiants",
  "inloggegevens",
  "session",
  "sessid",
  "2fa seed",
  "mfa seed",
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
  "llave",
  "chave",
  "chiave",
  "sleutel",
  "klucz",
  "nyckel",
  "nøgle",
  "nøkkel",
  "avain",
  "anahtar",
  "klíč",
  "klic",
  "kulcs",
  "cheie",
  "cheia",
  "kunci",
  "khóa",
  "λειδί",
  "מפתח",
  "مفتاح",
  "कुंजी",
  "jeton",
  "люч",
  "окен",
  "senha",
  "kennwort",
  "wachtwoord",
  "geheim",
  "mnemonic",
  "seed phrase",
  // Without its first letter, which may be a capital: case is ignored in ASCII only.
  "арол",
  "パスワード",
  "비밀번호",
  "패스워드",
  "mdp",
  "accessid",
  "access_id",
  "access-id",
  "parola",
  "lozinka",
  "hasł",
  "haslo",
  "senord",
  "salasana",
  "adgangskode",
  "kodeord",
  "hesl",
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
  "كلمة مرور",
  "رمز الوصول",
  "توكن",
  "टोकन",
  "belirte",
  "كلمة السر",
  "كلمة سر",
  "باسورد",
  "الرقم السري",
  "رمز عبور",
  "گذرواژه",
  "暗証番号",
  "秘密鍵",
  "apiキー",
  "トークン",
  "シークレット",
  "api 키",
  "시크릿",
  "kata laluan",
  "totp",
  "pepper",
  'client("',
  "client('",
  "connect.sid",
  "wifi",
  "wi-fi",
  "wlan",
  "signing=",
  "psk=",
  "psk ",
  "psk:",
  "पासवर्ड",
] as const;

/**
 * Short words. A detector needs three characters to trigger, so these come with what may follow
 * them.
 */
const SHORT_STEMS = [
  "pw",
  "psw",
  "p/w",
  "tok",
  "비번",
  "密码",
  "密碼",
  "口令",
  "密钥",
  "密鑰",
  "암호",
  "令牌",
  "토큰",
];

/** Ends of literals that belong to the operator, not to the name. */
export const STEM_ENDS = ":=\"'` |>)\\是为為는은이가改设設「『(,;\t\r\n";

/** Stems that are too short to trigger alone, each with what may follow it. */
export const SHORT_LITERALS: readonly string[] = SHORT_STEMS.flatMap((stem) =>
  [...STEM_ENDS.replace("(", "")].map((end) => stem + end),
);
