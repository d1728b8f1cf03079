import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

/** Sizes for AES-256-GCM as recommended by NIST SP 800-38D, in bytes. */
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Length of the key id, a prefix of the key's hash: enough to tell keys apart and to name a missing
 * one.
 */
const ID_BYTES = 4;

/** Why something cannot be decrypted. */
export type SealProblem = "key_unknown" | "undecryptable";

interface Key {
  readonly secret: Buffer;
  readonly id: Buffer;
}

/**
 * The keys of an outbox: the first encrypts, all of them decrypt. Without keys, nothing is
 * encrypted.
 */
export class Keyring {
  readonly #keys: readonly Key[];

  /** 32 bytes each. */
  constructor(secrets: readonly Buffer[]) {
    this.#keys = secrets.map((secret) => ({
      secret,
      id: createHash("sha256").update("outbox key ").update(secret).digest().subarray(0, ID_BYTES),
    }));
  }

  get seals(): boolean {
    return this.#keys.length > 0;
  }

  /**
   * Returns key id, IV, tag and ciphertext (AES-256-GCM). `context` is authenticated with it, so
   * that a body cannot be moved to another record.
   */
  seal(body: Buffer, context: Buffer): Buffer {
    const key = this.#keys[0];
    if (key === undefined) throw new Error("there is no key to seal with");
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv("aes-256-gcm", key.secret, iv, { authTagLength: TAG_BYTES });
    cipher.setAAD(context);
    const sealed = Buffer.concat([cipher.update(body), cipher.final()]);
    return Buffer.concat([key.id, iv, cipher.getAuthTag(), sealed]);
  }

  /** The decrypted body, or why it cannot be decrypted. */
  open(sealed: Buffer, context: Buffer): Buffer | SealProblem {
    const id = sealed.subarray(0, ID_BYTES);
    const key = this.#keys.find((candidate) => candidate.id.equals(id));
    if (key === undefined) return "key_unknown";
    const iv = sealed.subarray(ID_BYTES, ID_BYTES + IV_BYTES);
    const tag = sealed.subarray(ID_BYTES + IV_BYTES, ID_BYTES + IV_BYTES + TAG_BYTES);
    try {
      const decipher = createDecipheriv("aes-256-gcm", key.secret, iv, {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(context);
      decipher.setAuthTag(tag);
      const rest = sealed.subarray(ID_BYTES + IV_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(rest), decipher.final()]);
    } catch {
      return "undecryptable";
    }
  }
}
