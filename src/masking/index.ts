/**
 * Local masking: personal data and secrets are replaced by placeholders before a text leaves the
 * process, and restored in the answer.
 */

export type { AllowRule } from "./allow-list.ts";
export type {
  LocalMasker,
  LocalMaskingSession,
  MaskerOptions,
  MaskResult,
} from "./create-masker.ts";
// The masker
export { createMasker } from "./create-masker.ts";
export { PII_DETECTORS, SECRET_DETECTORS } from "./default-detectors.ts";
export type { DetectorDefinition } from "./define-detector.ts";
// Detectors
export { defineDetector } from "./define-detector.ts";
export type { FoundSpan, MaskerDefinition } from "./define-masker.ts";
// Other maskers
export { defineMasker } from "./define-masker.ts";
export type {
  MaskedSpan,
  MaskedText,
  Masker,
  MaskerCapabilities,
  MaskingSession,
} from "./masker.ts";
export { NATIONAL_ID_DETECTORS } from "./national-ids.ts";
// Restoration
export { restore, restoreJson } from "./restore/restore.ts";
export type { StreamRestorer } from "./restore/restore-stream.ts";
export { streamRestorer } from "./restore/restore-stream.ts";
export type { Detector, DetectorKind } from "./scan/detector.ts";
export type { Finding } from "./scan/find-spans.ts";
export type { Stretch } from "./text/stretch.ts";
export { type AnyVault, Vault } from "./vault.ts";
