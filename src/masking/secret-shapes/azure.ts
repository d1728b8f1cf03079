import { DECIMAL, followedBy, type SecretShape } from "./shape.ts";

/**
 * Azure's keys have their marker in the middle or near the end; the characters before it are
 * random.
 */
export const AZURE: readonly SecretShape[] = [
  {
    vendor: "Azure AD client secret",
    prefix: followedBy("", DECIMAL, "Q~"),
    lead: /[\w.~-]{3}/,
    body: /[\w.~-]{31,34}/,
    minEntropy: 3,
    source: "learn.microsoft.com/entra/identity-platform",
  },
  {
    vendor: "Azure storage, Cosmos, Service Bus, Batch",
    prefix: "AccountKey= SharedAccessKey= SharedAccessSignature=",
    body: /[A-Za-z0-9+/%]{43,120}={0,2}/,
    source: "learn.microsoft.com/azure/storage/common/storage-configure-connection-string",
  },
  {
    vendor: "Azure storage key",
    prefix: "+AStA +ASbA +ACDb +AIoT ACDb APIM",
    lead: /[A-Za-z0-9+/]{40,76}/,
    body: /[A-Za-z0-9+/]{0,20}={0,2}/,
    minEntropy: 0,
    source: "learn.microsoft.com/azure/storage",
  },
  {
    vendor: "Azure DevOps",
    prefix: "AZDO",
    lead: /[A-Za-z0-9]{76}/,
    body: /[A-Za-z0-9]{4}/,
    minEntropy: 0,
    source:
      "learn.microsoft.com/azure/devops/organizations/accounts/use-personal-access-tokens-to-authenticate",
  },
  {
    vendor: "Azure OpenAI, Cognitive Services",
    prefix: "JQQJ99",
    lead: /[A-Za-z0-9]{52}/,
    body: /[A-Za-z0-9]{26}/,
    source: "learn.microsoft.com/azure/ai-services",
  },
  {
    vendor: "Azure Functions",
    prefix: "AzFu",
    lead: /[\w-]{44}/,
    body: /[\w-]{4,6}[AQgw]={2}/,
    minEntropy: 0,
    source: "learn.microsoft.com/azure/azure-functions/function-keys-how-to",
  },
  {
    vendor: "Azure Cache, AI Search, Event Grid",
    prefix: "AzCa AzSe AzEG",
    lead: /[A-Za-z0-9+/]{30,44}/,
    body: /[A-Za-z0-9+/]{4,10}={0,2}/,
    minEntropy: 0,
    source: "learn.microsoft.com/purview/sit-defn-azure-redis-cache-connection-string",
  },
  {
    vendor: "Azure Event Hubs, Relay, Batch, Container Registry, IoT Hub",
    prefix: "+AEh +ARm +ABa +ACR AIoT",
    lead: /[A-Za-z0-9+/]{32,76}/,
    body: /[A-Za-z0-9+/]{4,10}={0,2}/,
    minEntropy: 0,
    source: "learn.microsoft.com/purview/sit-defn-azure-service-bus-connection-string",
  },
  {
    vendor: "Azure API Management, repository of settings",
    prefix: "git& integration&",
    body: /\d{12}&[A-Za-z0-9+/]{86}==/,
    source: "learn.microsoft.com/azure/api-management/api-management-configuration-repository-git",
  },
  {
    vendor: "Azure Data Factory, self-hosted runtime",
    prefix: "IR@",
    body: /[0-9a-zA-Z-]{36}@[^@\s]{1,63}@[0-9A-Za-z-]{1,36}@[A-Za-z0-9+/=]{44}/,
    source: "learn.microsoft.com/azure/data-factory/create-self-hosted-integration-runtime",
  },
  {
    vendor: "ASP.NET Core cookie, antiforgery token",
    prefix: "CfDJ8",
    body: /[\w-]{60,4000}/,
    source: "learn.microsoft.com/aspnet/core/security/data-protection",
  },
];
