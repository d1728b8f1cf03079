import { describe } from "vitest";
import { openaiResponsesCodec } from "../../../src/providers/openai-responses/codec.ts";
import { itKeepsRequests } from "../../support/request-properties.ts";
import { anyRequest, request } from "./requests.ts";

describe("an OpenAI Responses request", () => {
  itKeepsRequests({ codec: openaiResponsesCodec, request, anyRequest });
});
