import type { Detector } from "./detector.ts";
export const NATIONAL_ID_DETECTORS: readonly Detector[] = [];
