import { wordList } from "../../../text/word-tables.ts";

/** Vendors whose name alone makes a value that looks random a secret. */
export const VENDORS: readonly string[] = wordList(`
  abstractapi abuseipdb abyssale accuweather activecampaign adafruit adafruitio adyen adzuna
  aerisweather aeroworkflow africastalking aftership agora ai21 aikido airbrake airbyte aircall
  airship airtable airvisual aiven akamai alchemy alchemyapi alconost alegra alephalpha aletheia
  algolia alibaba alienvault allsports alphavantage amadeus ambee amplitude anthropic anypoint
  anyscale apacta api2cart api2convert apideck apiflash apifonica apify apilayer apimatic
  apimetrics apiscience apitemplate appcues appdynamics appfollow appointedd appoptics appsynergy
  apptivo appveyor appwrite artifactory artsy asana assemblyai atera atlassian audd auth0 authress
  autodesk autoklose automox autopilot avalara avaza aviationstack aweber axonaut aylien ayrshare
  azure backendless bannerbear barcodelookup baremetrics baseapi basecamp baseten basistheory
  beamer beebole besnappy besttime betterstack betteruptime bigcommerce billomat binance bintray
  bitbar bitbucket bitcoinaverage bitfinex bitget bitgo bitly bitmex bitmovin bitpanda bitrise
  bitstamp bittrex bitwarden blablabus blazemeter blitapp blockcypher blockdaemon blockfrost
  blocknative blynk bombbomb boostnote borgbase boxoauth braintree brandfetch brevo brightcove
  brightdata brightlocal browserbase browserless browserstack browshot bscscan buddyns budibase
  bugherd bugsnag buildkite bulbul bulksms bunnycdn bunnynet buttercms bybit bytescale caflou
  calendarific calendly calorieninja campaignmonitor campayn cannyio capsulecrm captaindata
  carboninterface cashboard cashfree caspio censys centralstation centrifugo cequens cerebras
  cexio chainalysis chargebee chargify chartmogul chatbot chatfuel chatfule checio checkly
  checklyhq checkmarket checkmarx checkr checkvist circleci clarifai clearbit cleardb clickatell
  clickhelp clicksend clickup cliengo clientary clinchpad clockify clockworksms clojars closecrm
  cloudant cloudconvert cloudelements cloudflare cloudimage cloudinary cloudmersive cloudplan
  cloudsight cloudsmith cloudways cloverly clustdoc cockroachdb codacy codeclimate codecov codeium
  codemagic codequiry codescene codeship cohere coinapi coinbase coingecko coinlayer coinlib
  coinmarketcap cometchat commercejs commercetools companyhub complyadvantage composio conekta
  configcat confluence confluent constantcontact contabo contentful contentsquare contentstack
  conversiontools convertapi convertkit convier copyscape coralogix coreweave couchbase
  countrylayer covalenthq coveo coveralls craftmypdf createsend crossbrowsertesting crowdin
  crowdsec cryptocompare currencycloud currencyfreaks currencylayer currencyscoop currentsapi
  customerguru customerio d7network dagster dailyco dareboost darksky dashscope databox databricks
  datadog datafire datagov dbtcloud deepai deepgram deepinfra deepseek deepsource defectdojo
  delighted demio denodeploy deribit descope detectify detectlanguage dfuse dialpad diffbot
  diggernaut digitalocean discord disqus distribusion dlocal dnscheck dnsimple dockerhub docparser
  documo docusign doppler dotmailer doubao dovico dronahq droneci dropbox dropboxsign duply dwolla
  dynadot dynalist dynatrace dyspatch eagleeyenetworks easyinsight easypost ebanx ecostruxure
  ecwid edamam edenai edusign elasticemail elasticpath elevenlabs emailoctopus enablex endorlabs
  envkey equinix etherscan ethplorer etsy eventbrite everhour eversign exchangerate exoscale
  exotel exportsdk extractorapi facebook faceplusplus fastforex fastly fastmail fastspring faunadb
  feedier feedly fetchrss fibery figma figshare filestack finage financialmodelingprep finicity
  finnhub fireblocks firecrawl fivetran fixerio flagsmith flatio fleetbase flexport flickr
  flightapi flightlabs flightstats flowdash flowdock flowflu flutterwave fmfw formbucket formcraft
  formio formsite formstack foursquare frameio freshbooks freshdesk freshping freshworks frontegg
  fulcrum fullcontact fullstory fusebill fusionauth fxmarket gateio geckoboard gengo geoapify
  geocodify geocodio geoipify getemail getemails getgeoapi getgist getresponse getsandbox giphy
  gitea gitguardian github gitlab gitter gladia glassnode glitterly gnews gocanvas gocardless
  godaddy goodday googlemaps gorgias goshippo gosquared gotomeeting grafana graphcms graphhopper
  greptile groovehq groq gtmetrix guardianapi gumroad gupshup gyazo happyscribe hasura heatmapapi
  helicone helius hellosign helpcrunch helpscout hereapi heroku hetzner hightouch hiveage
  holidayapi honeybadger honeycomb hookdeck hotjar html2pdf hubspot huggingface humanloop hunterio
  hunyuan huobi hybiscus hypeauditor hypertrack ibmcloud iconfinder iexcloud imagekit imagga imgbb
  imgix imgur imperva incapsula infobip infura insightly instabot instagram instamojo integromat
  intercom interseller intrinio invoiced invoiceocean ionos ip2location ipapi ipdata ipgeolocation
  ipify ipinfo ipinfodb ipquality iproyal ipstack iyzico jenkins jetbrains jfrog jira jotform
  jsonbin jumio jumpcloud jumpseller jupiterone juro justcall jwplayer kairos kakaotalk kaleyra
  kaltura kanbantool karmacrm keenio keycdn kickbox kinsta kiteconnect kiteworks klarna klaviyo
  klipfolio knapsackpro kontent kraken kucoin kustomer kylas lakera lambdalabs langchain langfuse
  langsmith languagelayer larksuite lastfm launchdarkly leadfeeder leankit leaseweb lemlist
  lemonsqueezy lendflow lessannoyingcrm lexigram lightstep linemessaging linenotify linkedin
  linkpreview linode litellm liveagent liveblocks livekit liveperson livestorm llamacloud loadmill
  lob locationiq logdna logfire loggly loginradius logrocket logzio lokalise loyverse lunchmoney
  luno lusha madkudu magicbell mailboxlayer mailchimp mailerlite mailersend mailgun mailjet
  mailmodo mailpace mailsac mailtrap mandrill mapbox mapquest marketstack matomo mattermost
  mattermostpersonaltoken mavenlink maxmind meaningcloud mediastack meilisearch meistertask
  memfault meraki mercadopago mesibo messagebird messari metaapi metabase metrilo mexc mezmo
  middesk midise midtrans milvus mindmeister minimax mistral mixcloud mixedbread mixmax mixpanel
  mockaroo mojohelpdesk mollie mongodb monkeylearn moonclerk moonshot moosend moralis motherduck
  mrticktock msg91 myexperiment myfreshworks myintervals nansen nasdaq nasdaqdatalink neptuneai
  nethunt netlify netsuite neutrinoapi neverbounce newrelic newsapi newscatcher nexmo nftport
  nftstorage ngrok nhost nicehash nicereply nightfall nillion nordigen northflank novita
  nowpayments nozbe npm nubela nuget numverify nutritionix nylas nytimes oanda ocrspace okta
  okteto ollama omnisend onbuka onedesk onelogin onepagecrm onesignal onfido onfleet onwater
  oopspam openai opencage opendatasoft opengraphr openphone openrouter opensea openuv openweather
  opsgenie optidash optimizely overloop ovhcloud owlbot oxylabs packagecloud pagarme page2images
  pagerduty pagertree pagseguro pandadoc pandascore paperform paperspace papertrail papyrs
  paralleldots parsehub parseur partnerstack passbase pastebin paydirtapp payfit paymoapp paymongo
  payoneer paypal paystack paytm pdflayer pdfmyurl pdfshift pendo peopledatalabs pepipost
  perplexity phantombuster phemex phonepe photoroom pinata pinecone pingdom pipedream pipedrive
  pivotaltracker pixabay plaid planetscale planview planyo plivo pocketbase podio pollsapi
  poloniex polygonscan portainer portkey positionstack postageapi postageapp posthog postman
  postmark powrbot prefect printfection prismic processst prodpad propelauth prospectcrm
  prospectio protocolsio proxycrawl pubnub pulumi purestake pushbullet pusher pypi qase qdrant
  qianfan qonto qovery qualaroo quandl qubole questdb quickbase quickbooks quickmetrics quicknode
  rapidapi rapyd rawg raygun razorpay reachmail reallysimplesystems rebrandly rechargepayments
  recurly redbooth redmine rentman repairshopr replicate requestfinance restpack revampcrm revolut
  ringcentral riotgames ritekit robinhood roboflow rocketreach rockset rollbar route4me rownd
  rubygems rudderstack runpod runrunit saladcloud salesblink salescookie salesflare salesforce
  salesmate sambanova samsara sapconcur satismeter saucelabs scaleflex scaleway scalingo scalr
  scalyr scrapeowl scraperapi scraperbox scrapestack scrapfly scrapingant scrapingbee scrapingdog
  screenshotapi screenshotlayer scrutinizerci secureframe securitytrails selectpdf sellfy
  semaphoreci semrush sendbird sendcloud sendgrid sendinblue sendlane sendoso sendowl sendpulse
  sentry serpapi serper serphouse serpstack settlemint sezzle sheety sherpadesk shipday shippo
  shipstation shodan shopee shopify shotstack shutterstock sightengine signable signalfx
  signalwire signaturit signupgenius sigopt siliconflow simfin simplesat simplybook simplynoted
  simvoly sinch singlestore sirv site24x7 siteleaf skrapp skrappio skybiometry skyflow slack
  smartling smartproxy smartsheet smartystreets smooch smsapi smtp2go snipcart snowflake snyk
  socketlabs socure sonar sonarcloud sonarqube sourcegraph sparkpost speechmatics speechtextai
  splunk spoonacular sportradar sportsmonk spotify squadcast squarespace squareup sslmate
  stackhawk stackpath stannp statsig statuscake statuspage statuspal stitchdata stockdata
  storecove stormboard stormglass storyblok storychief strava stripe stripo stytch sucuri sugester
  sumo sumologic sumsub supabase supernotes supertokens supportbee surveyanyplace surveybot
  surveymonkey surveysparrow survicate svix swiftype sysdig tableau tailscale talkdesk tallyfy
  tatum tatumio tavily taxjar teamcity teamgate teamup teamviewer teamwork technicalanalysis
  tefter telegram telesign teletype telnyx terraform testingbot text2data textlocal textmagic
  theoddsapi thinkific thirdweb thousandeyes ticketmaster tickettailor tiingo timecamp timekit
  timezoneapi tineswebhook tinybird tmetric todoist togetherai toggl tokeet tolgee tomorrowio
  tomtom tradier transferwise transloadit travelpayouts travis travisci trello trimble truelayer
  trufflehog trulioo trustpilot tumblr turso twelvedata twelvelabs twilio twitch twitter tyntec
  typeform typesense typetalk ubidots uclassify unifyid unkey unplugg unsplash upcdatabase upcloud
  uplead uploadcare uploadthing uproc upstash uptimerobot upwave urlscan userflow userstack
  vagrantcloud valueserp vatlayer vbout vectara veevavault veracode vercel veriff verimail
  veriphone versioneye victorops viewneo virustotal visualcrossing voiceflow voicegain volcengine
  vonage voodoosms vouchery voyageai vpnapi vultr vyte wakatime walkscore wandb weatherapi
  weatherbit weatherstack weaviate web3storage webengage webex webflow webscraper websitepulse
  wechat weightsandbiases wepay whitesource whoxy wistia woocommerce woopra wordsapi workday
  workos worksnaps workstack worldcoinindex worldweather wpengine wrike xata xendit xmatters xray
  yandex yelp yext yodlee youneedabudget yousign zapier zendesk zenkit zenrows zenscrape zenserp
  zeplin zerobounce zerotier zhipu zilliz zillow zipapi zipbooks zipcodeapi zipcodebase zohocrm
  zonkafeedback zoominfo zulip zulipchat zuora zuplo zyte
`);
