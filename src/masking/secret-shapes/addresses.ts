import { type SecretShape, UUID } from "./shape.ts";

/** URLs that grant access by themselves: deploy and alert hooks, heartbeats, blockchain nodes. */
export const ADDRESSES: readonly SecretShape[] = [
  {
    vendor: "Netlify build hook",
    prefix: "api.netlify.com/build_hooks/",
    body: /[0-9a-f]{24}/,
    source: "docs.netlify.com/configure-builds/build-hooks",
  },
  {
    vendor: "Vercel deploy hook",
    prefix: "api.vercel.com/v1/integrations/deploy/",
    body: /(?:prj_)?[A-Za-z0-9]{20,48}\/[A-Za-z0-9]{8,16}/,
    source: "vercel.com/docs/deploy-hooks",
  },
  {
    vendor: "Render deploy hook",
    prefix: "api.render.com/deploy/srv-",
    body: /[a-z0-9]{20}\?key=[\w-]{8,24}/,
    source: "render.com/docs/deploy-hooks",
  },
  {
    vendor: "Cloudflare Pages deploy hook",
    prefix: "api.cloudflare.com/client/v4/pages/webhooks/deploy_hooks/",
    body: UUID,
    source: "developers.cloudflare.com/pages/configuration/deploy-hooks",
  },
  {
    vendor: "PagerDuty integration",
    prefix: "events.pagerduty.com/integration/ events.eu.pagerduty.com/integration/",
    body: /[0-9a-f]{32}/,
    source: "support.pagerduty.com/main/docs/services-and-integrations",
  },
  {
    vendor: "Anaconda, channels",
    prefix: "anaconda.org/t/ anaconda.com/t/ anaconda.cloud/t/",
    body: /[A-Za-z0-9-]{20,64}/,
    source: "anaconda.com/docs/tools/anaconda-org/admin-guide/tokens",
  },
  {
    vendor: "Splunk On-Call integration",
    prefix: "alert.victorops.com/integrations/generic/20131114/alert/",
    body: UUID,
    source: "help.victorops.com/knowledge-base/rest-endpoint-integration-guide",
  },
  {
    vendor: "Sumo Logic HTTP source",
    prefix: "sumologic.com/receiver/v1/",
    body: /(?:http|trace|otlp)\/[A-Za-z0-9+/_-]{40,160}={0,2}/,
    source: "help.sumologic.com/docs/send-data/hosted-collectors/http-source",
  },
  {
    vendor: "Loggly input",
    prefix: "loggly.com/inputs/ loggly.com/bulk/",
    body: UUID,
    source: "documentation.solarwinds.com/en/success_center/loggly",
  },
  {
    vendor: "Better Stack heartbeat",
    prefix: "betterstack.com/api/v1/heartbeat/ betteruptime.com/api/v1/heartbeat/",
    body: /[A-Za-z0-9]{22,32}/,
    source: "betterstack.com/docs/uptime/cron-and-heartbeat-monitor",
  },
  {
    vendor: "ExchangeRate-API",
    prefix: "v6.exchangerate-api.com/v6/",
    body: /[0-9a-f]{24}/,
    source: "exchangerate-api.com/docs/standard-requests",
  },
  {
    vendor: "UptimeRobot heartbeat",
    prefix: "heartbeat.uptimerobot.com/",
    body: /m\d{6,12}-[0-9a-f]{40}/,
    source: "help.uptimerobot.com",
  },
  {
    vendor: "Cronitor, API key in an address",
    prefix: "cronitor.link/p/",
    body: /[0-9a-f]{32}/,
    source: "cronitor.io/docs/telemetry-api",
  },
  {
    vendor: "Airtable webhook",
    prefix: "hooks.airtable.com/workflows/v1/genericWebhook/",
    body: /app[A-Za-z0-9]{14}\/wfl[A-Za-z0-9]{14}\/wtr[A-Za-z0-9]{14}/,
    source: "support.airtable.com/docs/when-webhook-received-trigger",
  },
  {
    vendor: "Pabbly Connect webhook",
    prefix: "connect.pabbly.com/workflow/sendwebhookdata/",
    body: /[A-Za-z0-9_=-]{24,160}/,
    source: "pabbly.com/connect",
  },
  {
    vendor: "Bark, devices",
    prefix: "api.day.app/",
    body: /[A-Za-z0-9]{22}/,
    mixed: true,
    source: "bark.day.app/#/tutorial",
  },
  {
    vendor: "ServerChan",
    prefix: "sctapi.ftqq.com/SCT",
    body: /\d{1,8}T[A-Za-z0-9]{20,40}/,
    source: "sct.ftqq.com",
  },
  {
    vendor: "Nodes of chains",
    prefix:
      "quiknode.pro/ rpc.ankr.com/ chainstack.com/ p2pify.com/ getblock.io/ blastapi.io/ moralis-nodes.com/",
    body: /(?:[a-z][a-z_-]{1,23}\/){0,2}(?:[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/,
    source: "quicknode.com/docs",
  },
  {
    vendor: "Tenderly nodes",
    prefix: "gateway.tenderly.co/",
    body: /[A-Za-z0-9]{20,24}/,
    mixed: true,
    source: "docs.tenderly.co/node",
  },
  {
    vendor: "Syndica nodes",
    prefix: "api.syndica.io/api-key/",
    body: /[A-Za-z0-9]{40,120}/,
    source: "docs.syndica.io",
  },
  {
    vendor: "dRPC nodes",
    prefix: "drpc.org/ogrpc?",
    body: /(?:network=[a-z-]{2,24}&)?dkey=[\w-]{40,48}/,
    source: "drpc.org/docs",
  },
  {
    vendor: "Google Authenticator, export",
    prefix: "otpauth-migration://offline?data=",
    body: /[A-Za-z0-9+/%]{40,4000}={0,2}/,
    source: "github.com/google/google-authenticator/wiki/Key-Uri-Format",
  },
];
