import { followedBy, HEX, type SecretShape, UUID } from "./shape.ts";

/** Tokens composed of several parts, and services whose keys are as short as identifiers. */
export const SERVICES: readonly SecretShape[] = [
  {
    vendor: "PASETO, signed",
    prefix: "v1.public. v2.public. v3.public. v4.public.",
    body: /[\w-]{32,4000}(?:\.[\w-]{1,400})?/,
    source: "github.com/paseto-standard/paseto-spec",
  },
  {
    vendor: "Macaroon",
    // A packet of fewer than 64 bytes that contains `location`, in base64.
    prefix: ["001", "002", "003"]
      .flatMap((size) => followedBy(size, HEX, "location").split(" "))
      .map((packet) => Buffer.from(packet).toString("base64"))
      .join(" "),
    body: /[\w+/-]{40,2000}={0,2}/,
    source: "research.google/pubs/macaroons-cookies-with-contextual-caveats",
  },
  {
    vendor: "K3s, tokens of clusters",
    prefix: "::server: ::node: ::username:",
    lead: /K10[0-9a-f]{64}/,
    body: /[\w.-]{12,128}/,
    source: "docs.k3s.io/cli/token",
  },
  {
    vendor: "DataStax Astra",
    prefix: "AstraCS:",
    body: /[A-Za-z0-9]{24}:[0-9a-f]{64}/,
    source: "docs.datastax.com/en/astra-db-serverless/administration/manage-application-tokens",
  },
  {
    vendor: "Neon, passwords of roles",
    prefix: "npg_",
    body: /[A-Za-z0-9]{12,16}/,
    mixed: true,
    source: "neon.tech/docs/manage/roles",
  },
  {
    vendor: "Checkout.com, live",
    prefix: "sk_",
    body: /[a-z2-7]{26}[a-z2-7*#$=]/,
    source: "checkout.com/docs/developer-resources/api/manage-api-keys",
  },
  {
    vendor: "Foursquare",
    prefix: "fsq3",
    body: /[A-Za-z0-9+/]{43,44}={0,2}/,
    mixed: true,
    source: "docs.foursquare.com/developer/docs/manage-api-keys",
  },
  {
    vendor: "Postman, access to a collection",
    prefix: "PMAT-01",
    body: /[0-9A-HJKMNP-TV-Z]{24}/,
    source: "learning.postman.com/docs/collaborating-in-postman/sharing",
  },
  {
    vendor: "Alibaba Cloud, temporary",
    prefix: "STS.",
    body: /[A-Za-z0-9]{24,32}/,
    mixed: true,
    source: "alibabacloud.com/help/en/ram/developer-reference/api-sts-2015-04-01-assumerole",
  },
  {
    vendor: "Exoscale",
    prefix: "EXO",
    body: /[0-9a-f]{24}/,
    source: "community.exoscale.com/product/iam/overview",
  },
  {
    vendor: "Roblox, session",
    prefix: "_|WARNING:-DO-NOT-SHARE-THIS.",
    body: /[\w.,-]{40,200}\|_[0-9A-F]{100,1600}/,
    source: "devforum.roblox.com",
  },
  {
    vendor: "Yandex OAuth",
    prefix: "y0_ y1_ y2_ y3_",
    body: /[\w-]{30,64}/,
    source: "yandex.com/dev/id/doc",
  },
  {
    vendor: "minisign, signify",
    // The names of the algorithms in base64; public keys are a third as long.
    prefix: ["EdScB2", "Ed\0\0B2", "EdBK\0\0"]
      .map((names) => Buffer.from(names).toString("base64"))
      .join(" "),
    body: /[A-Za-z0-9+/]{120,210}={0,2}/,
    source: "jedisct1.github.io/minisign",
  },
  {
    vendor: "Retool",
    prefix: "retool_01",
    body: /[0-9a-hjkmnp-tv-z]{24}/,
    source: "docs.retool.com/org-users/guides/retool-api/authentication",
  },
  {
    vendor: "Plain",
    prefix: "plainApiKey_",
    body: /[\w-]{43,64}/,
    source: "plain.com/docs/api-reference/graphql/authentication",
  },
  {
    vendor: "Luma AI",
    prefix: "luma-",
    body: /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?/,
    source: "docs.lumalabs.ai/docs/api",
  },
  { vendor: "Runway", prefix: "key_", body: /[0-9a-f]{128}/, source: "docs.dev.runwayml.com" },
  { vendor: "Featherless", prefix: "rc_", body: /[0-9a-f]{64}/, source: "featherless.ai/docs" },
  { vendor: "Hyperbrowser", prefix: "hb_", body: /[0-9a-f]{28}/, source: "docs.hyperbrowser.ai" },
  {
    vendor: "Twelve Labs",
    prefix: "tlk_",
    body: /[0-9A-Z]{24,40}/,
    source: "docs.twelvelabs.io/docs/get-started/quickstart",
  },
  {
    vendor: "Creem",
    prefix: "creem_ creem_test_",
    body: /[A-Za-z0-9]{20,24}/,
    mixed: true,
    source: "docs.creem.io/api-reference/introduction",
  },
  {
    vendor: "Daytona",
    prefix: "dtn_",
    body: /[0-9a-f]{64}/,
    source: "daytona.io/docs/en/api-keys",
  },
  {
    vendor: "ntfy",
    prefix: "tk_",
    body: /[A-Za-z0-9]{29}/,
    minEntropy: 3.4,
    source: "docs.ntfy.sh/config#access-tokens",
  },
  {
    vendor: "ServerChan, the key alone",
    prefix: followedBy("SCT", "123456789"),
    body: /\d{2,7}T[A-Za-z0-9]{24,32}/,
    source: "sct.ftqq.com",
  },
  {
    vendor: "Mezmo",
    prefix: "sts_",
    body: /[0-9a-f]{32}/,
    source: "docs.mezmo.com/docs/service-keys",
  },
  {
    vendor: "Agora, access to channels",
    // The version, and the beginning of what zlib compresses, in base64.
    prefix: "007eJx",
    body: /[A-Za-z0-9+/]{60,600}={0,2}/,
    source: "docs.agora.io/en/video-calling/token-authentication/deploy-token-server",
  },
  {
    vendor: "Nebius",
    prefix: "v1.CmQ v1.CmM v1.CmI",
    body: /[\w.-]{100,800}/,
    source: "docs.tokenfactory.nebius.com/quickstart",
  },
  { vendor: "Murf", prefix: "ap2_", body: UUID, source: "murf.ai/api/docs/introduction/overview" },
  {
    vendor: "Vectara",
    prefix: "zut_ zqt_ zwt_",
    body: /[\w-]{36,44}/,
    source: "docs.vectara.com/docs/api-reference/auth-apis/api-keys",
  },
  {
    vendor: "DNSimple",
    prefix: "dnsimple_a_ dnsimple_u_",
    body: /[A-Za-z0-9]{32}/,
    wordless: true,
    source: "support.dnsimple.com/articles/api-access-token",
  },
  {
    vendor: "RevenueCat",
    prefix: "sk_ atk_",
    body: /[A-Za-z0-9]{28}/,
    minEntropy: 3.6,
    source: "revenuecat.com/docs/projects/authentication",
  },
];
