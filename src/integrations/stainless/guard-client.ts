import { registerNestedInterceptor } from "../../lifecycle/context/scope.ts";
import { gateOf } from "../../lifecycle/gate.ts";
import { findOriginsBy } from "../../lifecycle/lifecycle-of.ts";
import { originOf } from "../../lifecycle/origin-of.ts";
import type { Reservation } from "../../lifecycle/reservation.ts";
import { checkedOptions } from "../checked-options.ts";
import { assertHookable, isGuardedBy, markGuarded } from "../guarded-mark.ts";
import { ADMISSION, admissionOf } from "./admission.ts";
import { admit } from "./admit.ts";
import { announceTraced, RESERVATION, reservationOf } from "./announce.ts";
import { CLEARANCE } from "./clearance.ts";
import {
  type ClientInternals,
  hookMethod,
  type RequestOptions,
  type ResponseProps,
} from "./client-shape.ts";
import type { AdmittedOptions, Guarded } from "./guarded.ts";
import { hookHelpers, hookUnwrapping } from "./helpers.ts";
import { hookAttempts, hookBodies, refusalBehind } from "./hook-attempts.ts";
import { ownClient } from "./own-client.ts";

type ReadProps = (props: ResponseProps) => Promise<unknown>;

/** Hooks this instance. @throws ConfigurationError for a foreign object or a second guard. */
export function guardClient<C extends object>(
  client: C,
  guard: unknown,
  setup: Omit<Guarded, "gate">,
): C {
  const gate = gateOf(guard);
  const { name } = setup.dialect;
  const options = checkedOptions(`guard${name}`, setup.options);
  hookClient(ownClient(client, setup.dialect), { ...setup, gate, options });
  return client;
}

function hookClient(client: ClientInternals, guarded: Guarded): void {
  const { dialect, gate, options } = guarded;
  if (isGuardedBy(client, gate, dialect.name)) return;
  const resources = dialect.helpful(client);
  assertHookable([client, ...resources]);
  findOriginsBy(originOf);
  hookOptions(client, guarded);
  hookRequests(client, guarded);
  hookBodies(client);
  hookAttempts(client, guarded);
  hookParsing(client);
  hookWithOptions(client, guarded);
  for (const resource of resources) hookHelpers(resource, gate.services);
  if (options.unguardedRequests !== "allow") dialect.refuseOthers?.(client);
  markGuarded(client, gate);
}

/** Guards calls where the client prepares each of their attempts. */
function hookOptions(client: ClientInternals, guarded: Guarded): void {
  const { prepareOptions } = client;
  hookMethod(client, "prepareOptions", async function (this: ClientInternals, options) {
    await prepareOptions.call(this, options);
    const admitted = options as AdmittedOptions;
    // All attempts of a call have the same options; it is guarded once.
    const admission = admissionOf(options);
    if (admission === undefined) await admit(this, guarded, admitted);
    else admission.readmit(admitted);
    admitted[CLEARANCE]?.seal(admitted);
    guarded.gate.services.active.release(admitted[RESERVATION]);
    admitted[RESERVATION] = undefined;
  });
}

/** Follows calls from their start to their response, over all attempts. */
function hookRequests(client: ClientInternals, guarded: Guarded): void {
  const { makeRequest } = client;
  const { services } = guarded.gate;
  const { active } = services;
  announceTraced(client, services);
  hookMethod(
    client,
    "makeRequest",
    // biome-ignore lint/complexity/useMaxParams: the client's own signature
    async function (this: ClientInternals, optionsInput, retries, retryOf, ...more) {
      if (retryOf !== undefined) {
        return makeRequest.call(this, optionsInput, retries, retryOf, ...more);
      }
      registerNestedInterceptor(services);
      const reservation = reservationOf(optionsInput, active);
      let options: AdmittedOptions = {};
      try {
        // The options passed to `request` belong to the app, and are modified below.
        const given = await optionsInput;
        options = copyOptions(given, reservation);
        const props = await makeRequest.call(this, options, retries, retryOf, ...more);
        options[CLEARANCE]?.release();
        const admission = admissionOf(props.options);
        if (admission !== undefined) return admission.arm(props);
        props.options = ownOptions(props.options, given);
        return props;
      } catch (thrown) {
        // Clients wrap errors of their own steps, and mistake a refusal for a provider's response.
        const error = refusalBehind(thrown, options) ?? thrown;
        await admissionOf(options)?.fail(error, options.signal?.aborted === true);
        throw error;
      } finally {
        active.release(reservation);
      }
    },
  );
}

/**
 * Creates the fields that an admission needs, because fields added later are ten times more
 * expensive in V8. Marks of an earlier call are not copied: hooks of the app see the options, and
 * may send them again.
 */
function copyOptions(options: RequestOptions, reservation: Reservation): AdmittedOptions {
  const room = {
    fetchOptions: undefined,
    [ADMISSION]: undefined,
    [CLEARANCE]: undefined,
    [RESERVATION]: undefined,
  };
  return Object.assign(room, options, {
    [ADMISSION]: undefined,
    [CLEARANCE]: undefined,
    [RESERVATION]: reservation,
  });
}

/**
 * The options that the client's results refer to: pages of a list expose them and use them for the
 * next request.
 */
function ownOptions(answered: AdmittedOptions, given: RequestOptions): RequestOptions {
  // In the order of the app's own, because pages are also serialized and compared.
  const own: AdmittedOptions = { ...given, ...answered, fetchOptions: given.fetchOptions };
  for (const mark of [ADMISSION, CLEARANCE, RESERVATION] as const) delete own[mark];
  if (own.fetchOptions === undefined) delete own.fetchOptions;
  return own;
}

/** Most versions read the body in their promise, `openai` 7 in a method of the client. */
function hookParsing(client: ClientInternals): void {
  const { request, parseResponseWithTimeout } = client;
  if (parseResponseWithTimeout !== undefined) {
    hookMethod(client, "parseResponseWithTimeout", function (this: unknown, sdk, props) {
      return parseBy((own) => parseResponseWithTimeout.call(this, sdk, own), props);
    });
  }
  hookMethod(client, "request", function (this: ClientInternals, ...given) {
    const promise = request.apply(this, given);
    if (parseResponseWithTimeout === undefined) {
      const { parseResponse } = promise;
      promise.parseResponse = (sdk, props) => parseBy((own) => parseResponse(sdk, own), props);
    }
    return hookUnwrapping(promise);
  });
}

/** Parses an answer by the SDK's own `read`, observed if its call was admitted. */
function parseBy(read: ReadProps, props: ResponseProps): Promise<unknown> {
  return admissionOf(props.options)?.parse(props, read) ?? read(props);
}

function hookWithOptions(client: ClientInternals, guarded: Guarded): void {
  const { withOptions } = client;
  hookMethod(client, "withOptions", function (this: unknown, options) {
    const other = withOptions.call(this, options);
    hookClient(ownClient(other, guarded.dialect), guarded);
    return other;
  });
}
