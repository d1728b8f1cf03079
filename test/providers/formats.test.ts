import { expect, it } from "vitest";
import { FORMAT_NAMES } from "../../src/providers/format-names.ts";
import {
  BUILT_IN_CODECS,
  codecAt,
  harmlessRowAt,
  isKnownUnguarded,
  isProviderHost,
} from "../../src/providers/formats.ts";

it("every format has a codec, and can be named in a fetch rule", () => {
  expect([...FORMAT_NAMES].sort()).toEqual(BUILT_IN_CODECS.map((codec) => codec.name).sort());
});

it.each([
  "api.openai.com",
  "api.openai.com.",
  "acme.openai.azure.com",
  "acme.services.ai.azure.com",
  "acme.openai.azure.us",
  "eastus.api.cognitive.microsoft.com",
  "API.ANTHROPIC.COM",
  "generativelanguage.googleapis.com",
  "europe-west4-aiplatform.googleapis.com",
  "bedrock-runtime.eu-central-1.amazonaws.com",
  "bedrock-runtime-fips.us-gov-west-1.amazonaws.com",
  "bedrock-agent-runtime.us-east-1.amazonaws.com",
  "bedrock-runtime.us-east-1.api.aws",
  "bedrock-mantle.us-west-2.api.aws",
  "bedrock-runtime.cn-north-1.amazonaws.com.cn",
  "bedrock-runtime.cn-north-1.api.amazonwebservices.com.cn",
  "bedrock-runtime.eusc-de-east-1.amazonaws.eu",
  "vpce-0a1b-2c3d.bedrock-runtime.us-east-1.vpce.amazonaws.com",
  "aiplatform.eu.rep.googleapis.com",
  "us-central1-aiplatform.mtls.googleapis.com",
  "generativelanguage.mtls.googleapis.com",
  "aws-external-anthropic.us-east-1.api.aws",
  "12.us-central1-34.prediction.vertexai.goog",
  "models.inference.ai.azure.com",
  "models.github.ai",
  "api-inference.huggingface.co",
  "router.huggingface.co",
  "ai-gateway.vercel.sh",
  "integrate.api.nvidia.com",
  "api.eu.mistral.ai",
  "api.us.mistral.ai",
  "codestral.mistral.ai",
  "api.groq.com",
  "texttospeech.googleapis.com",
  "us-speech.googleapis.com",
  "westeurope.tts.speech.microsoft.com",
  "usgovvirginia.stt.speech.azure.us",
  "vertexai.googleapis.com",
  "firebasevertexai.googleapis.com",
  "ws-1.ap-southeast-1.maas.aliyuncs.com",
  "api.mixedbread.com",
  "api.runpod.ai",
  "gateway.smith.langchain.com",
  "openrouter.ai",
  "api.together.xyz",
  "api.deepseek.com",
  "api.fireworks.ai",
  "api.x.ai",
  "api.cohere.com",
  "api.perplexity.ai",
  "api.cerebras.ai",
  "dashscope-intl.aliyuncs.com",
  "x1.eu-west-1.aws.endpoints.huggingface.cloud",
  "gateway.ai.cloudflare.com",
  "api.business.githubcopilot.com",
  "oai.helicone.ai",
  "us-south.ml.cloud.ibm.com",
  "api.studio.nebius.com",
  "api.elevenlabs.io",
  "api.eu.deepgram.com",
  "llm-gateway.assemblyai.com",
  "api.eu.residency.elevenlabs.io",
  "queue.fal.run",
  "inference.generativeai.us-chicago-1.oci.oraclecloud.com",
  "api.eu.bfl.ai",
  "api-singapore.klingai.com",
  "model-1234.api.baseten.co",
  "ollama.com",
  "localhost:11434",
  "10.0.0.7:11434",
])("recognizes %s as a host that serves models", (host) => {
  expect(isProviderHost(new URL(`http://${host}`))).toBe(true);
});

it.each([
  "bedrock-runtime.us-east-1.amazonaws.com.example.com",
  "s3.us-east-1.amazonaws.com",
  "storage.googleapis.com",
  "aiplatform.googleapis.com.example.com",
])("does not recognize %s as a host that serves models", (host) => {
  expect(isProviderHost(new URL(`http://${host}`))).toBe(false);
});

it.each([
  ["/publishers/mistralai/models/c:rawPredict", true],
  ["/publishers/mistralai/models/c%3ArawPredict", true],
  ["/publishers/mistralai/models/c:streamRawPredict/", true],
  ["/v1beta/models/g%253AbatchGenerateContent", true],
  ["/v1beta/projects/p/templates/t:templateGenerateContent", true],
  ["/v1beta/projects/p/templates/t:templateStreamGenerateContent", true],
  ["/model/x/invoke-with-bidirectional-stream", true],
  ["/model/x/invoke%2Dwith-bidirectional-stream", true],
  ["/async-invoke/", true],
  ["/client/v4/accounts/a/ai/run/@cf/meta/llama-3.1-8b-instruct", true],
  ["/client/v4/accounts/a/ai/run/openai/gpt-5.5", true],
  ["/client/v4/accounts/a/ai/run", true],
  ["/ai/run", false],
  ["/client/v4/accounts/a/autorag/rags/my-rag/ai-search", true],
  ["/client/v4/accounts/a/ai-search/rags/my-rag/ai-search", true],
  ["/client/v4/accounts/a/autorag/rags/my-rag/search", false],
  ["/v1/systemone", true],
  ["/v1internal:completeCode", true],
  ["/v1internal:streamGenerateChat", true],
  ["/v1internal:loadCodeAssist", false],
  ["/v1internal:retrieveUserQuota", false],
  ["/api/v2/cortex/inference:complete", true],
  ["/api/v2/cortex/analyst/message", true],
  ["/api/v2/databases/d/schemas/s/agents/a:run", true],
  ["/endpoints/e/invocations", true],
  ["/endpoints/e%2Finvocations-response-stream", true],
  ["/serving-endpoints/m/invocations", true],
  ["/2015-03-31/functions/f/invocations", false],
  ["/models/c:predictions", false],
])("knows, in any spelling, whether %s has a prompt format without a codec", (path, is) => {
  expect(isKnownUnguarded({ method: "POST", path })).toBe(is);
});

it.each(["example.com", "api.openai.com.example.com", "myopenrouter.ai", "localhost:8080"])(
  "leaves requests to %s alone",
  (host) => {
    expect(isProviderHost(new URL(`http://${host}`))).toBe(false);
  },
);

it.each(["acme.openai.azure.com", "acme.openai.azure.us", "eastus.api.cognitive.microsoft.com"])(
  "guards assistants of OpenAI at %s",
  (host) => {
    const route = { method: "POST", path: "/openai/threads/t/messages" };
    expect(codecAt(host, route)?.name).toBe("openai-assistants");
  },
);

it.each(["/v2/rerank", "/v1/reranking", "/v1/retrieval/nvidia/nv-rerank/reranking"])(
  "guards rankings at %s on any host",
  (path) => {
    expect(codecAt("localhost", { method: "POST", path })?.name).toBe("rerank");
  },
);

it.each([
  ["https://generativelanguage.googleapis.com/v1beta/batches/b1:cancel", true],
  ["https://generativelanguage.googleapis.com/upload/v1beta/files", false],
  ["https://generativelanguage.googleapis.com/v1beta/fileSearchStores", true],
  ["https://generativelanguage.googleapis.com/v1beta/fileSearchStores/s:importFile", false],
  ["https://api.anthropic.com/v1/messages/batches/b1/cancel", true],
  ["https://aws-external-anthropic.us-east-1.api.aws/v1/sessions/s1/archive", true],
  ["https://aws-external-anthropic.us-east-1.api.aws/v1/sessions/s1/events", false],
  ["https://api.openai.com/v1/batches/b1/cancel", true],
  ["https://api.openai.com/v1/files", false],
  ["https://api.mistral.ai/v1/batch/jobs/j1/cancel", true],
  ["https://api.replicate.com/v1/predictions/p1/cancel", true],
  ["https://api.mistral.ai/v1/conversations/%2e%2e%2fcancel", false],
  ["https://api.mistral.ai/v1/batch/jobs", false],
])("knows from the provider's table whether a POST to %s is harmless", (address, harmless) => {
  const url = new URL(address);
  expect(harmlessRowAt(url, { method: "POST", path: url.pathname }) !== undefined).toBe(harmless);
});

it.each([
  ["/api/pull", true],
  ["/api/push", true],
  ["/api/copy", true],
  ["/api/show", true],
  ["/api/create", false],
  ["/api/blobs/sha256:29fdb92e57cf", false],
  ["/api/web_search", false],
  ["/api/pull/../create", false],
  ["/v1/made/up", false],
])("knows whether a POST to %s of Ollama has no prompt", (path, harmless) => {
  const url = new URL("http://localhost:11434");
  expect(harmlessRowAt(url, { method: "POST", path }) !== undefined).toBe(harmless);
});
