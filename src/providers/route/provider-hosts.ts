/** Hosts, with all their subdomains, that serve OpenAI's API. */
export const OPENAI_HOSTS: readonly string[] = [
  "api.openai.com",
  ...["openai.azure.com", "cognitiveservices.azure.com", "services.ai.azure.com"],
  // Azure's regional endpoints, and Azure Government.
  "api.cognitive.microsoft.com",
  ...["openai.azure.us", "cognitiveservices.azure.us", "services.ai.azure.us"],
];

/** Hosts, with all their subdomains, that serve Anthropic's API. */
export const ANTHROPIC_HOSTS: readonly string[] = ["api.anthropic.com"];

/**
 * Hosts, with all their subdomains, that serve the Gemini API and Vertex AI, except for its
 * regional ones.
 */
export const GOOGLE_HOSTS: readonly string[] = [
  "generativelanguage.googleapis.com",
  "aiplatform.googleapis.com",
  // The same with client certificates.
  "generativelanguage.mtls.googleapis.com",
  "aiplatform.mtls.googleapis.com",
  "vertexai.googleapis.com",
  // The same models through Firebase AI Logic.
  "firebasevertexai.googleapis.com",
];

/**
 * Hosts, with all their subdomains, that serve models according to their documentation. On hosts
 * that are missing here, known formats are guarded, but unknown ones are not refused.
 */
export const PROVIDER_HOSTS: readonly string[] = [
  ...[...OPENAI_HOSTS, ...ANTHROPIC_HOSTS, ...GOOGLE_HOSTS],
  ...["models.ai.azure.com", "models.inference.ai.azure.com", "models.github.ai"],
  "inference.ml.azure.com",
  ...["api.mistral.ai", "api.eu.mistral.ai", "api.us.mistral.ai", "codestral.mistral.ai"],
  ...["api.groq.com", "api.x.ai", "api.ai21.com", "api.meta.ai", "api.nova.amazon.com"],
  ...["api.together.xyz", "api.together.ai", "api.cohere.com", "api.cohere.ai"],
  ...["api.deepseek.com", "api.perplexity.ai", "api.fireworks.ai", "api.cerebras.ai"],
  ...["api.sambanova.ai", "integrate.api.nvidia.com", "ai.api.nvidia.com", "api.deepinfra.com"],
  ...[
    "api.moonshot.ai",
    "api.moonshot.cn",
    "dashscope.aliyuncs.com",
    "dashscope-intl.aliyuncs.com",
    "dashscope-us.aliyuncs.com",
    // Alibaba's hosts of single workspaces and plans.
    "maas.aliyuncs.com",
  ],
  ...[
    "open.bigmodel.cn",
    "api.z.ai",
    "api.minimax.io",
    "api.siliconflow.com",
    "api.siliconflow.cn",
  ],
  ...["api.voyageai.com", "api.jina.ai", "api.mixedbread.com", "api.replicate.com"],
  ...["api.novita.ai", "api.runpod.ai", "api.dify.ai", "api.inference.wandb.ai"],
  ...["inference.api.nscale.com", "api.contextual.ai"],
  ...["inference.huggingface.co", "api-inference.huggingface.co", "router.huggingface.co"],
  "endpoints.huggingface.cloud",
  ...["api.studio.nebius.com", "api.studio.nebius.ai", "api.tokenfactory.nebius.com"],
  ...["api.hyperbolic.xyz", "api.lambda.ai", "inference.baseten.co", "api.friendli.ai"],
  ...["api.writer.com", "api.reka.ai", "api.inceptionlabs.ai", "api.upstage.ai"],
  ...["api.venice.ai", "api.featherless.ai", "llm.chutes.ai", "api.inference.net"],
  ...["api.llama.com", "api.parasail.io"],
  ...["inference.do-ai.run", "api.scaleway.ai", "ml.cloud.ibm.com", "wxai.ibm.com"],
  ...["api.stability.ai", "endpoints.kepler.ai.cloud.ovh.net", "clovastudio.stream.ntruss.com"],
  ...["llm.api.cloud.yandex.net", "ai.api.cloud.yandex.net"],
  ...["ark.cn-beijing.volces.com", "ark.ap-southeast.bytepluses.com", "qianfan.baidubce.com"],
  ...["api.hunyuan.cloud.tencent.com", "api.stepfun.com", "api.minimaxi.com", "api.minimax.chat"],
  ...["api.minimax.cn", "api.stepfun.ai", "api.kimi.com", "api.kimi.ai", "api.sarvam.ai"],
  // Speech, music, images and videos. `fal.run` and `bfl.ai` have queues and regions as subdomains.
  ...["api.elevenlabs.io", "api.us.elevenlabs.io", "residency.elevenlabs.io"],
  // Regions and products have hosts of their own, such as `api.eu` and `llm-gateway`.
  ...["deepgram.com", "assemblyai.com", "api.gladia.io", "api.speechmatics.com", "api.inworld.ai"],
  ...["api.hume.ai", "api.lmnt.com", "api.rev.ai", "api.fish.audio", "api.cartesia.ai"],
  ...["api.speechify.ai", "api.soniox.com", "texttospeech.googleapis.com"],
  ...["speech.googleapis.com", "speech.microsoft.com", "speech.azure.us"],
  ...["fal.run", "bfl.ai", "api.lumalabs.ai", "klingai.com", "inference.prodia.com"],
  ...["api.heygen.com", "api.quiver.ai", "api.dev.runwayml.com", "api.ideogram.ai"],
  ...["api.runware.ai", "api.wavespeed.ai", "api.twelvelabs.io"],
  // Models deployed on Baseten have a subdomain each.
  ...["api.baseten.co", "api.v0.dev"],
  // Gateways to models of other providers.
  ...["openrouter.ai", "gateway.ai.cloudflare.com", "ai-gateway.vercel.sh", "api.portkey.ai"],
  ...["githubcopilot.com", "ai-gateway.helicone.ai", "api.aimlapi.com", "router.requesty.ai"],
  ...["gateway.smith.langchain.com", "gateway-api.mastra.ai", "api.llmgateway.io"],
  ...["aihubmix.com", "api.poe.com"],
  // Helicone's other hosts, such as the one for its own logs, serve no models.
  ...["oai.helicone.ai", "anthropic.helicone.ai", "groq.helicone.ai", "gateway.helicone.ai"],
];
