import { GoogleGenAI, type GoogleGenAIOptions } from "@google/genai";
import { GoogleGenAI as GoogleGenAI1 } from "genai1";
import { GoogleGenAI as GoogleGenAI2 } from "genai2";

/** Google's client in one of its majors, with the types of the newest. */
export interface GoogleKind {
  readonly name: string;
  readonly Client: typeof GoogleGenAI;
}

/**
 * One for each way in which the client passes on what ends a call: in the request, as parameters,
 * and as parameters next to a `fetch` of the app.
 */
export const GOOGLE_KINDS: readonly GoogleKind[] = [
  { name: "@google/genai 1", Client: GoogleGenAI1 as unknown as typeof GoogleGenAI },
  { name: "@google/genai 2", Client: GoogleGenAI2 as unknown as typeof GoogleGenAI },
  { name: "@google/genai 3", Client: GoogleGenAI },
];

/** The two services that a client can call. */
export const GOOGLE_SERVICES: Readonly<Record<string, GoogleGenAIOptions>> = {
  "the Gemini API": { apiKey: "test-key" },
  "Vertex AI": { vertexai: true, apiKey: "test-key" },
};
