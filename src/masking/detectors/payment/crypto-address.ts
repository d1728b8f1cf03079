import { base58Check, bech32 } from "../../checks/addresses.ts";
import { isUniform } from "../../checks/checksums.ts";
import { type Detector, type Emit, type Hit, SHAPED, VALIDATED } from "../../scan/detector.ts";
import { alnumRunEnd, alnumRunStart, codeAt, isAlnumAt, startsToken } from "../../text/chars.ts";
import { wordList } from "../../text/word-tables.ts";

const LONGEST = 110;

/** Base58Check addresses: Bitcoin and Litecoin (`1`, `3`, `L`, `M`), Dogecoin, Tron, Ripple. */
export const base58Address: Detector = {
  type: "CRYPTO",
  name: "crypto-base58",
  kind: "pii",
  source: "Bitcoin wiki, List of address prefixes; TRON and XRPL developer documentation",
  check: "double SHA-256 checksum",
  gates: { digits: "mixed", word: [25, 35] },
  find({ text, at }: Hit, emit: Emit): number {
    // The first digit may be a few letters into the address.
    const start = alnumRunStart(text, at, 34);
    if (!startsToken(text, start) || !"13LMDTr".includes(text.view.charAt(start))) return at;
    const end = alnumRunEnd(text, start, 36);
    const address = text.slice(start, end);
    const alphabet = address.startsWith("r") ? "ripple" : "bitcoin";
    if (base58Check(address, alphabet)) emit(start, end, VALIDATED);
    return end;
  },
};

/** Private keys of Bitcoin wallets, in wallet import format. */
export const walletKey: Detector = {
  type: "PRIVATE_KEY",
  name: "wallet-key",
  kind: "secret",
  source: "Bitcoin wiki, Wallet import format",
  check: "double SHA-256 checksum",
  gates: { digits: "mixed", word: [51, 52] },
  find({ text, at }: Hit, emit: Emit): number {
    const start = alnumRunStart(text, at, 52);
    if (!startsToken(text, start) || !"5KL".includes(text.view.charAt(start))) return at;
    const end = alnumRunEnd(text, start, 53);
    // A version, the key, and in the longer form a flag that its public key is compressed.
    const payloadBytes = end - start === 51 ? 33 : 34;
    if (base58Check(text.slice(start, end), "bitcoin", payloadBytes)) emit(start, end, VALIDATED);
    return end;
  },
};

/** Bech32 and bech32m addresses. */
export const bech32Address: Detector = {
  type: "CRYPTO",
  name: "crypto-bech32",
  kind: "pii",
  source: "BIP 173, BIP 350, CIP 5, SLIP 173",
  check: "bech32 or bech32m checksum",
  gates: {
    literals: wordList("bc1 tb1 ltc1 addr1 stake1 cosmos1 osmo1 terra1 celestia1 inj1 lnbc nsec1"),
    ignoreCase: true,
    atStart: true,
  },
  find({ text, at }: Hit, emit: Emit): number {
    const end = alnumRunEnd(text, at, LONGEST);
    if (end - at < 14 || isAlnumAt(text, end)) return end;
    if (bech32(text.slice(at, end))) emit(at, end, VALIDATED);
    return end;
  },
};

/** Ethereum and compatible addresses: `0x` and 20 bytes. */
export const ethereumAddress: Detector = {
  type: "CRYPTO",
  name: "crypto-ethereum",
  kind: "pii",
  source: "EIP-55, Ethereum Yellow Paper 4.1",
  check: "20 bytes that are not all the same",
  gates: { digits: "mixed", word: [42, 42] },
  find({ text, at }: Hit, emit: Emit): number {
    const marker = codeAt(text, at + 1) | 32;
    if (codeAt(text, at) !== 48 || marker !== 120 || !startsToken(text, at)) return at;
    const end = alnumRunEnd(text, at, 43);
    if (end - at !== 42) return end;
    const hex = text.slice(at + 2, end);
    if (/^[0-9a-f]{40}$/i.test(hex) && !isUniform(hex.slice(8))) emit(at, end, SHAPED);
    return end;
  },
};
