/**
 * Contract tests for implementations of your own, for any test runner.
 *
 * ```ts
 * for (const { title, run } of deliveryContract(() => myDelivery())) it(title, run);
 * ```
 */

export type { ContractCase } from "./contract-case.ts";
// Deliveries
export { deliveryContract } from "./delivery-contract.ts";
// Integrations
export { fidelityContract } from "./fidelity-contract.ts";
export type { FidelityCall, FidelityParts, WireAnswer } from "./fidelity-parts.ts";
export type { MaskerContractParts, MaskerSample } from "./masker-contract.ts";
// Maskers
export { maskerContract } from "./masker-contract.ts";
// Providers
export { providerContract } from "./provider-contract.ts";
export type {
  AnswerSample,
  ProviderContractParts,
  RequestSample,
  StreamSample,
} from "./provider-samples.ts";
