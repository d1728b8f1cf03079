import { DECIMAL, followedBy, type SecretShape, UUID } from "./shape.ts";

/** Databases, warehouses, analytics, and related team tools. */
export const DATA: readonly SecretShape[] = [
  {
    vendor: "Confluent",
    prefix: "cflt",
    body: /[A-Za-z0-9+/]{60}/,
    source:
      "docs.confluent.io/cloud/current/security/authenticate/workload-identities/service-accounts/api-keys",
  },
  {
    vendor: "CockroachDB",
    prefix: "CCDB1_",
    body: /[A-Za-z0-9]{22}_[A-Za-z0-9]{40}/,
    source: "cockroachlabs.com/docs/cockroachcloud/managing-access",
  },
  { vendor: "Aiven", prefix: "AVNS_", body: /[\w-]{19,24}/, source: "aiven.io/docs" },
  {
    vendor: "Aiven, API tokens",
    prefix: "aivenv1",
    body: /[A-Za-z0-9+/]{120,400}={0,2}/,
    source: "aiven.io/docs/platform/howto/create_authentication_token",
  },
  {
    vendor: "Marked as a secret by its scheme",
    prefix: "secret-token:",
    body: /[\w.~%+/=-]{16,512}/,
    minEntropy: 3,
    source: "rfc-editor.org/rfc/rfc8959",
  },
  {
    vendor: "Any vendor, marked as a secret before a UUID",
    prefix: "_pat_ _oat_ _sk_ _secret_ _apikey_ _token_",
    lead: /[a-z][a-z0-9]{1,15}/,
    body: UUID,
    source:
      "github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats",
  },
  {
    vendor: "Any vendor, begun as a secret before a UUID",
    prefix: "sk- sk_ pat- pat_ apikey- apikey_ access-token-",
    body: /(?:[a-z][a-z0-9]{1,5}[_-]){0,2}[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/,
    source:
      "github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats",
  },
  {
    vendor: "Backblaze B2",
    prefix: followedBy("K00", DECIMAL),
    body: /[A-Za-z0-9+/]{27}/,
    mixed: true,
    source: "backblaze.com/docs/cloud-storage-application-keys",
  },
  { vendor: "Warp", prefix: "wk-1.", body: /[0-9a-f]{64}/, source: "docs.warp.dev/reference/cli" },
  { vendor: "Context7", prefix: "ctx7sk-", body: UUID, source: "context7.com/docs/howto/api-keys" },
  {
    vendor: "iron-session, cookies",
    prefix: "Fe26.2*",
    body: /\w{0,32}\*[0-9a-f]{64}\*[\w-]{22}\*[\w-]{20,2000}\*\d{0,16}\*[0-9a-f]{64}\*[\w-]{43}/,
    source: "github.com/brc-dd/iron-webcrypto",
  },
  {
    vendor: "Rapid API",
    prefix: "msh",
    lead: /[0-9a-f]{10}/,
    body: /[0-9a-f]{15}p[0-9a-f]{6}jsn[0-9a-f]{12}/,
    source: "docs.rapidapi.com/docs/keys",
  },
  {
    vendor: "Webex",
    prefix: "_P0A1_ _PF84_ _PC75_",
    lead: /[A-Za-z0-9]{64}/,
    body: UUID,
    source: "developer.webex.com/docs/getting-started",
  },
  {
    vendor: "Materialize",
    prefix: "mzp_",
    body: /[0-9a-f]{64}/,
    source: "materialize.com/docs/manage/users-service-accounts",
  },
  {
    vendor: "Lightdash",
    prefix: "ldpat_",
    body: /[0-9a-f]{32}/,
    source: "docs.lightdash.com/references/workspace/personal-tokens",
  },
  {
    vendor: "dbt Cloud",
    prefix: "dbtc_ dbtu_",
    body: /[\w-]{30,60}/,
    source: "docs.getdbt.com/docs/dbt-cloud-apis/authentication",
  },
  {
    vendor: "Tinybird",
    prefix: "p.eyJ",
    body: /[\w-]{30,300}\.[\w-]{20,60}/,
    source: "tinybird.co/docs/concepts/auth-tokens",
  },
  {
    vendor: "Fauna",
    prefix: "fnA",
    body: /[\w-]{37}/,
    mixed: true,
    source: "docs.fauna.com/fauna/current/learn/security",
  },
  {
    vendor: "Databricks OAuth",
    prefix: "dose dkea doapi",
    body: /[0-9a-f]{32}/,
    source: "docs.databricks.com/en/dev-tools/auth",
  },
  {
    vendor: "GrowthBook",
    prefix: "secret_admin_ secret_user_ secret_readonly_",
    body: /[A-Za-z0-9+/=]{20,64}/,
    source: "docs.growthbook.io/api",
  },
  {
    vendor: "Flagsmith",
    prefix: "ser.",
    body: /[A-Za-z0-9]{22}/,
    mixed: true,
    source: "docs.flagsmith.com/clients/server-side",
  },
  {
    vendor: "Segment",
    prefix: "sgp_",
    body: /[A-Za-z0-9]{64}/,
    source: "segment.com/docs/api/public-api",
  },
  {
    vendor: "Coralogix",
    prefix: "cxtp_ cxup_",
    body: /[A-Za-z0-9]{30}/,
    source: "coralogix.com/docs/user-guides/account-management/api-keys",
  },
  {
    vendor: "Elastic Cloud",
    prefix: "essu_",
    body: /[A-Za-z0-9+/=]{40,120}/,
    source: "elastic.co/docs/deploy-manage/api-keys/elastic-cloud-api-keys",
  },
  {
    vendor: "Honeybadger",
    prefix: "hbp_",
    body: /[A-Za-z0-9]{36}/,
    source: "docs.honeybadger.io/api",
  },
  {
    vendor: "Klaviyo",
    prefix: "pk_",
    body: /(?:[A-Za-z0-9]{6}_)?[0-9a-f]{34}/,
    source: "developers.klaviyo.com/en/docs/authenticate_",
  },
  {
    vendor: "Trello",
    prefix: "ATTA",
    body: /[0-9a-fA-F]{60,72}/,
    source: "developer.atlassian.com/cloud/trello/guides/rest-api/api-introduction",
  },
  {
    vendor: "JetBrains",
    prefix: "perm: perm-",
    body: /[A-Za-z0-9+=]{4,64}\.[A-Za-z0-9+=]{4,64}\.[A-Za-z0-9]{30,60}/,
    source: "jetbrains.com/help/hub/permanent-tokens.html",
  },
  {
    vendor: "Brex",
    prefix: "bxt_",
    body: /[A-Za-z0-9]{40,60}/,
    source: "developer.brex.com/docs/authentication",
  },
  {
    vendor: "Ramp",
    prefix: "ramp_tok_ ramp_sec_",
    body: /[A-Za-z0-9]{32,60}/,
    source: "docs.ramp.com/developer-api/v1/authorization",
  },
  {
    vendor: "Deno Deploy",
    prefix: "ddp_ ddo_",
    body: /[A-Za-z0-9]{30,40}/,
    source: "docs.deno.com/deploy",
  },
  {
    vendor: "UpCloud",
    prefix: "ucat_",
    body: /[A-Z0-9]{26}/,
    source: "developers.upcloud.com/1.3",
  },
  {
    vendor: "StackHawk",
    prefix: "hawk.",
    body: /[A-Za-z0-9]{20}\.[A-Za-z0-9]{20}/,
    source: "docs.stackhawk.com/stackhawk-platform/api-keys",
  },
  {
    vendor: "Ory",
    prefix: "ory_at_ ory_rt_ ory_ac_ ory_pat_ ory_apikey_",
    body: /[\w.-]{30,120}/,
    source: "ory.sh/docs/security-compliance/personal-access-tokens",
  },
  {
    vendor: "Cloudflare Tunnel",
    prefix: "eyJhIjoi",
    body: /[A-Za-z0-9+/]{120,260}={0,2}/,
    source: "developers.cloudflare.com/cloudflare-one/connections/connect-networks",
  },
  {
    vendor: "Percy",
    prefix: "web_ app_ auto_ ss_",
    body: /[0-9a-f]{64}/,
    source: "browserstack.com/docs/percy",
  },
  { vendor: "Dub", prefix: "dub_", body: /[A-Za-z0-9]{24}/, source: "dub.co/docs/api-reference" },
  {
    vendor: "Password of a directory, hashed",
    prefix:
      "{SSHA} {SSHA256} {SSHA384} {SSHA512} {SMD5} {SHA} {PBKDF2} {PBKDF2-SHA256} {PBKDF2-SHA512}",
    body: /[A-Za-z0-9+/.$-]{22,200}={0,2}/,
    source: "rfc-editor.org/rfc/rfc2307",
  },
  {
    vendor: "Password of a web framework, hashed",
    prefix:
      "pbkdf2_sha256$ pbkdf2_sha1$ argon2$argon2 bcrypt_sha256$ pbkdf2:sha256: pbkdf2:sha512: pbkdf2:sha1: scrypt:32768: " +
      "$pbkdf2-sha256$ $pbkdf2-sha512$ $scrypt$ $P$B $H$9 $S$D $S$E",
    body: /[A-Za-z0-9./+=,:$-]{30,300}/,
    minEntropy: 3.2,
    source: "docs.djangoproject.com/en/5.2/topics/auth/passwords",
  },
];
