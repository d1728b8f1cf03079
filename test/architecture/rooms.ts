/**
 * The parts of `src` and which of them may import which, as a table. A file's room is its folder
 * under `src`, or its entry in `ROOM_OF_FILE` if it is directly in `src`.
 */

export type Room =
  | "base"
  | "contract"
  | "transport"
  | "data-plane"
  | "delivery"
  | "masking"
  | "providers"
  | "observability"
  | "lifecycle"
  | "options"
  | "client"
  | "integrations"
  | "surface"
  | "local"
  | "testing"
  | "cli";

export interface RoomRules {
  /** Other rooms whose files it may import, besides its own. */
  readonly rooms: readonly Room[];
  /** Packages it may import, besides optional peers, and `node:` modules if `node` is false. */
  readonly packages: readonly string[];
  /** Whether it may import any `node:` module. False for rooms without I/O. */
  readonly node: boolean;
}

const BELOW_ALL: readonly Room[] = ["base", "contract"];
const MIDDLE: readonly Room[] = ["data-plane", "delivery", "masking", "providers", "observability"];

export const ROOMS: Readonly<Record<Room, RoomRules>> = {
  base: { rooms: [], packages: [], node: false },
  contract: { rooms: ["base"], packages: ["zod"], node: false },
  transport: { rooms: BELOW_ALL, packages: ["p-retry", "undici"], node: true },
  "data-plane": { rooms: [...BELOW_ALL, "transport"], packages: ["zod"], node: true },
  // Its sender is injected, so it never needs the code that talks to the service.
  delivery: {
    rooms: [...BELOW_ALL, "transport"],
    packages: ["p-retry", "uuid", "zod"],
    node: true,
  },
  // A checksum needs a hash, which is computation and no I/O.
  masking: { rooms: BELOW_ALL, packages: ["node:crypto"], node: false },
  // Decoding bytes is computation and no I/O.
  providers: {
    rooms: BELOW_ALL,
    packages: ["zod", "node:string_decoder", "node:zlib"],
    node: false,
  },
  observability: { rooms: BELOW_ALL, packages: [], node: true },
  lifecycle: {
    rooms: [...BELOW_ALL, ...MIDDLE, "transport"],
    packages: ["uuid", "node:async_hooks"],
    node: false,
  },
  options: {
    rooms: [...BELOW_ALL, ...MIDDLE, "lifecycle", "transport"],
    packages: ["uuid"],
    node: true,
  },
  client: {
    rooms: [...BELOW_ALL, ...MIDDLE, "lifecycle", "transport", "options"],
    packages: ["uuid"],
    node: true,
  },
  integrations: {
    rooms: [...BELOW_ALL, "providers", "lifecycle", "client"],
    packages: ["uuid"],
    node: true,
  },
  surface: {
    rooms: [...BELOW_ALL, ...MIDDLE, "lifecycle", "options", "client", "integrations"],
    packages: [],
    node: false,
  },
  // Based on the contract and not on the client: they share only the detectors.
  local: { rooms: ["contract"], packages: ["zod", "uuid"], node: true },
  testing: {
    rooms: [...BELOW_ALL, ...MIDDLE, "lifecycle", "client", "local", "transport"],
    packages: [],
    node: true,
  },
  cli: {
    rooms: [
      ...BELOW_ALL,
      ...MIDDLE,
      "transport",
      "options",
      "client",
      "integrations",
      "surface",
      "local",
    ],
    packages: ["uuid"],
    node: true,
  },
};

/** Files directly under `src`. */
const ROOM_OF_FILE: Readonly<Record<string, Room>> = {
  "types.ts": "base",
  "telemetry.ts": "base",
  "errors.ts": "base",
  "guard-error-of.ts": "base",
  "redact.ts": "base",
  "version.ts": "base",
  "options.ts": "options",
  "client.ts": "client",
  // An entry point that wires rooms together, as the client does.
  "bullmq.ts": "client",
  "index.ts": "surface",
};

/** What `local` may import from `masking`: pure detectors only. */
export const DETECTORS = /^masking\/(?:detector|detectors\/)/;

/** The only files that may mention undici: the transport, and the missing types of undici. */
export const UNDICI_FILES: readonly string[] = [
  "transport/undici-transport.ts",
  "transport/undici-parts.d.ts",
];

/**
 * Implementations behind an interface. They are chosen where rooms are wired together, so only
 * their own room, the client and the public surface may load them.
 */
export const WIRED: readonly string[] = [
  "transport/undici-transport.ts",
  "transport/fetch-transport.ts",
  "delivery/memory-delivery.ts",
  "delivery/durable-delivery.ts",
  "delivery/bullmq-delivery.ts",
];

/** Rooms that may choose implementations: the client, re-exports, tests, and programs. */
export const WIRING_ROOMS: ReadonlySet<Room> = new Set(["client", "surface", "testing", "cli"]);

/** Optional peers, and the entry point that each belongs to (or a folder of that name). */
export const PEER_ENTRY: Readonly<Record<string, string>> = {
  openai: "integrations/openai",
  "@anthropic-ai/sdk": "integrations/anthropic",
  "@google/genai": "integrations/google",
  "@aws-sdk/client-bedrock-runtime": "integrations/bedrock",
  "@smithy/types": "integrations/bedrock",
  ai: "integrations/ai-sdk",
  "@ai-sdk/provider": "integrations/ai-sdk",
  bullmq: "delivery/bullmq-delivery",
  lmdb: "delivery/durable-delivery",
  "@opentelemetry/api": "observability/opentelemetry",
};

/** Peers whose files may not import the rooms they need, and the entry point that wires them. */
export const WIRED_ENTRY: Readonly<Record<string, string>> = {
  "delivery/bullmq-delivery": "bullmq",
};

export function roomOf(file: string): Room | undefined {
  const folder = file.slice(0, Math.max(0, file.indexOf("/")));
  if (folder === "") return Object.hasOwn(ROOM_OF_FILE, file) ? ROOM_OF_FILE[file] : undefined;
  return Object.hasOwn(ROOMS, folder) ? (folder as Room) : undefined;
}
