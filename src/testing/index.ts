/**
 * What an implementation of your own has to keep, as cases that any test runner can run.
 *
 * ```ts
 * for (const { title, run } of deliveryContract(() => myDelivery())) it(title, run);
 * ```
 */

export type { ContractCase } from "./contract-case.ts";
// Deliveries
export { deliveryContract } from "./delivery-contract.ts";
// Doorways
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
