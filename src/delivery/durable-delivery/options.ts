import { resolve } from "node:path";
import {
  aBoolean,
  arrayOf,
  assertOptions,
  must,
  oneOf,
  strictObject,
  wholeNumber,
  withRequired,
} from "../../base/option-rules.ts";
import { ConfigurationError } from "../../errors.ts";
import { Keyring } from "./files/keyring.ts";

/** Options of `durableDelivery`. */
export interface DurableDeliveryOptions {
  /**
   * A directory on a local disk that nothing else uses. Created if missing (mode 0700). Refused if
   * other users may read it, if it is a symbolic link, or if it contains other files or links. Any
   * number of processes and worker threads may share it. A `~` at its beginning is refused, because
   * only shells replace it: use `os.homedir()`.
   */
  readonly directory: string;
  /**
   * Whether a call waits until its record is synced to the disk. Default true: events survive a
   * power failure. With false they survive a crash of the process only, and a write takes a sixth
   * of the time or less.
   */
  readonly fsync?: boolean | undefined;
  /**
   * Maximum size of all records in the directory in bytes, at least 16,384. Counts all processes
   * that share it, the quarantine and damaged files. Processes check each other's share every few
   * seconds and after each sixty-fourth of growth, so each may exceed the limit by about a
   * thirtieth. Default 256 MiB, an hour of a busy service.
   */
  readonly maxBytes?: number | undefined;
  /**
   * What to do with a call whose event cannot be stored, because the limit is reached or the disk
   * is full, read-only, failing, not writable, or unresponsive for five seconds.
   * - `"best-effort"` (default): the call proceeds, and its event is held in memory, as with
   *   `memoryDelivery`. A warning is logged.
   * - `"required"`: the call is refused with `delivery_unavailable`, before the guard check; the first
   *   one whose record does not fit, after it.
   */
  readonly onFull?: "required" | "best-effort" | undefined;
  /**
   * Encrypts the records with AES-256-GCM. A key is 32 bytes, or their hex or base64. Of several
   * keys, the first encrypts and all decrypt, for rotation. Default: `GUARD_OUTBOX_KEY`, else no
   * encryption. Records whose key is missing move to the quarantine.
   */
  readonly encryptionKey?: EncryptionKey | readonly EncryptionKey[] | undefined;
}

/** 32 bytes, or their hex or base64. */
export type EncryptionKey = string | Uint8Array;

/** The options with defaults. */
export interface DurableSettings {
  /** An absolute path. */
  readonly directory: string;
  readonly fsync: boolean;
  readonly maxBytes: number;
  readonly onFull: "required" | "best-effort";
  readonly keyring: Keyring;
}

const DEFAULTS = {
  fsync: true,
  maxBytes: 256 * 1024 * 1024,
  onFull: "best-effort",
} as const;

const WHOM = "durableDelivery";

/** Enough for the largest event that the service accepts, and its note. */
const LEAST_BYTES = 16 * 1024;

/** Read if `encryptionKey` is not given; several keys are separated by commas. */
const KEY_VARIABLE = "GUARD_OUTBOX_KEY";

const KEY_BYTES = 32;

const aPath = must(
  "be the path of a folder",
  (value) => typeof value === "string" && value !== "" && !value.includes("\0"),
);
// They would become folders of that name in the working directory.
const aPlainPath = must(
  "be a path as it is: not a URL, and not with a ~, which only shells replace",
  (value) => !/^(?:~|file:)/.test(String(value)),
);
const aDirectory = (value: unknown) => aPath(value) ?? aPlainPath(value);
const aKey = must(
  `be ${KEY_BYTES} bytes, or their hex or base64`,
  (value) => bytesOf(value)?.length === KEY_BYTES,
);
const allKeys = arrayOf(aKey, aKey);
// An empty list probably comes from a bug, and the app expects encryption.
const notEmpty = must("hold a key", (value) => !Array.isArray(value) || value.length > 0);
const someKeys = (value: unknown) => notEmpty(value) ?? allKeys(value);
const rule = withRequired(
  "directory",
  aDirectory,
  strictObject({
    directory: aDirectory,
    encryptionKey: someKeys,
    fsync: aBoolean,
    maxBytes: wholeNumber(LEAST_BYTES),
    onFull: oneOf(["required", "best-effort"]),
  }),
);

/**
 * Checks the options and fills in defaults.
 *
 * @throws ConfigurationError naming the option that is wrong, never its value.
 */
export function readDurableOptions(
  options: DurableDeliveryOptions,
  env: Readonly<Record<string, string | undefined>>,
): DurableSettings {
  assertOptions(WHOM, rule, options);
  return {
    directory: resolve(options.directory),
    fsync: options.fsync ?? DEFAULTS.fsync,
    maxBytes: options.maxBytes ?? DEFAULTS.maxBytes,
    onFull: options.onFull ?? DEFAULTS.onFull,
    keyring: readKeyring(options.encryptionKey, env),
  };
}

/**
 * The keys of a checked option, or of the environment if it is not given.
 *
 * @throws ConfigurationError
 */
export function readKeyring(
  option: DurableDeliveryOptions["encryptionKey"],
  env: Readonly<Record<string, string | undefined>>,
): Keyring {
  const keys = option ?? keysIn(env[KEY_VARIABLE] ?? "");
  const all: readonly unknown[] = Array.isArray(keys) ? keys : [keys];
  return new Keyring(all.map(bytesOf).filter((bytes) => bytes !== undefined));
}

function keysIn(variable: string): readonly string[] {
  const keys = variable.split(",").map((key) => key.trim());
  if (variable.trim() === "") return [];
  const violation = someKeys(keys);
  if (violation === undefined) return keys;
  throw new ConfigurationError(
    `${WHOM}: encryptionKey (or the environment variable ${KEY_VARIABLE}) ${violation.must}.`,
  );
}

function bytesOf(key: unknown): Buffer | undefined {
  if (key instanceof Uint8Array) return Buffer.from(key);
  if (typeof key !== "string") return undefined;
  if (/^[0-9a-f]{64}$/i.test(key)) return Buffer.from(key, "hex");
  return /^[\w+/-]{43}=?$/.test(key) ? Buffer.from(key, "base64") : undefined;
}
