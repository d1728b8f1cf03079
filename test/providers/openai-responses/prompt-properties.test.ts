import { describe } from "vitest";
import { openaiResponsesCodec } from "../../../src/providers/openai-responses/codec.ts";
import { itKeepsRequests } from "../../support/request-properties.ts";
import { anyRequest, request } from "./requests.ts";

describe("a request for a response", () => {
  itKeepsRequests({ codec: openaiResponsesCodec, request, anyRequest });
});
