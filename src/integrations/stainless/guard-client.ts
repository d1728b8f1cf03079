import type { Arrival } from "../../lifecycle/arrival.ts";
import { contextOf } from "../../lifecycle/call-context.ts";
import type { CallContext } from "../../lifecycle/context.ts";
import { DOORWAY_RULES } from "../../lifecycle/doorway-options.ts";
import { encloseOptions, isEnclosed } from "../../lifecycle/enclose.ts";
import { enter } from "../../lifecycle/enter.ts";
import { type Gate, gateOf } from "../../lifecycle/gate.ts";
import { joinSignals } from "../../lifecycle/join-signals.ts";
import { attachLifecycle, lifecycleOf, lookFurther } from "../../lifecycle/lifecycle-of.ts";
import { originOf } from "../../lifecycle/origin-of.ts";
import { outgoingRequest } from "../../lifecycle/outgoing-request.ts";
import { type Prepared, prepare } from "../../lifecycle/prepare.ts";
import { asksForUsage } from "../../lifecycle/run-stream.ts";
import { assertOptions, shape } from "../../option-rules.ts";
import { isGuardedBy, markGuarded } from "../guarded-mark.ts";
import { ADMISSION, Admission, admissionOf } from "./admission.ts";
import { type Announced, ARRIVAL, announceTraced, arrivalOf } from "./announce.ts";
import {
  type ClientInternals,
  hookMethod,
  internalsOf,
  type RequestOptions,
  type ResponseProps,
} from "./client-shape.ts";
import type { AnyCodec, ClientDialect, OtherRoutes } from "./dialect.ts";
import { isStreamedForm, readStreamedForm } from "./form-body.ts";
import { hookHelpers, hookUnwrapping, isOfHelper } from "./helpers.ts";
import { hookAttempts, hookBodies } from "./hook-attempts.ts";
import { assertOneBody, type RequestBody, readRequestBody } from "./request-body.ts";
import { assertHarmless, assertNoBody, isHarmless, routeOf } from "./routes.ts";

/** How a client is guarded. */
export interface GuardClientOptions {
  /**
   * What happens to a request that could carry a prompt on a route that is not guarded.
   * Default "refuse": a guard that one route walks around is no guard.
   */
  readonly unguardedRequests?: "refuse" | "allow" | undefined;
  /** Context for one call, from its request body. Merged over the client's and the scope's. */
  readonly context?: ((body: unknown) => CallContext) | undefined;
}

/** A client under guard. */
interface Guarded {
  readonly gate: Gate;
  readonly options: GuardClientOptions;
  readonly dialect: ClientDialect;
}

type ReadProps = (props: ResponseProps) => Promise<unknown>;

type AdmittedOptions = Announced & { [ADMISSION]?: Admission | undefined };

const OPTIONS = shape(DOORWAY_RULES);

/** Hooks the very instance. @throws ConfigurationError for a foreign object or a second guard. */
export function guardClient<C extends object>(
  client: C,
  guard: unknown,
  setup: Omit<Guarded, "gate">,
): C {
  const gate = gateOf(guard);
  const { expected, name } = setup.dialect;
  assertOptions(`guard${name}`, OPTIONS, setup.options);
  internalsOf(client, expected);
  if (isGuardedBy(client, gate, name)) return client;
  return hookClient(client, { gate, ...setup });
}

function hookClient<C extends object>(client: C, guarded: Guarded): C {
  const internals = internalsOf(client, guarded.dialect.expected);
  markGuarded(client, guarded.gate);
  lookFurther(originOf);
  hookRequests(internals, guarded);
  hookBodies(internals);
  hookAttempts(internals, guarded.gate);
  hookParsing(internals);
  hookWithOptions(internals, guarded);
  for (const resource of guarded.dialect.helpful(client)) hookHelpers(resource);
  if (guarded.options.unguardedRequests !== "allow") guarded.dialect.refuseOthers?.(internals);
  return client;
}

function hookRequests(client: ClientInternals, guarded: Guarded): void {
  const { prepareOptions, makeRequest } = client;
  hookMethod(client, "prepareOptions", async function (this: ClientInternals, options) {
    await prepareOptions.call(this, options);
    const admitted = options as AdmittedOptions;
    // Every attempt of a call comes by with the same options; it is guarded once.
    const admission = admissionOf(options);
    if (admission === undefined) await admit(this, guarded, admitted);
    else admission.readmit(admitted);
    guarded.gate.services.active.welcome(admitted[ARRIVAL]);
    admitted[ARRIVAL] = undefined;
  });
  announceTraced(client, guarded.gate.services.active);
  hookMethod(
    client,
    "makeRequest",
    // biome-ignore lint/complexity/useMaxParams: the client's own signature
    async function (this: ClientInternals, optionsInput, retries, retryOf, ...more) {
      if (retryOf !== undefined) {
        return makeRequest.call(this, optionsInput, retries, retryOf, ...more);
      }
      const { active } = guarded.gate.services;
      const arrival = arrivalOf(optionsInput, active);
      let options: AdmittedOptions = {};
      try {
        // Those given to `request` are the app's own, and what follows writes to them.
        options = copyOptions(await optionsInput, arrival);
        const props = await makeRequest.call(this, options, retries, retryOf, ...more);
        return admissionOf(props.options)?.arm(props) ?? props;
      } catch (error) {
        await admissionOf(options)?.fail(error, options.signal?.aborted === true);
        throw error;
      } finally {
        active.welcome(arrival);
      }
    },
  );
}

/** With room for what an admission adds: V8 makes fields that come later ten times dearer. */
function copyOptions(options: RequestOptions, arrival: Arrival): AdmittedOptions {
  const room = { fetchOptions: undefined, [ADMISSION]: undefined, [ARRIVAL]: undefined };
  return Object.assign(room, options, { [ARRIVAL]: arrival });
}

/** Most read the body in their promise, `openai` 7 in a method of the client. */
function hookParsing(client: ClientInternals): void {
  const { request, parseResponseWithTimeout } = client;
  if (parseResponseWithTimeout !== undefined) {
    hookMethod(client, "parseResponseWithTimeout", function (this: unknown, sdk, props) {
      const read: ReadProps = (own) => parseResponseWithTimeout.call(this, sdk, own);
      return admissionOf(props.options)?.parse(props, read) ?? read(props);
    });
  }
  hookMethod(client, "request", function (this: ClientInternals, options, retries) {
    const promise = request.call(this, options, retries);
    if (parseResponseWithTimeout === undefined) {
      const { parseResponse } = promise;
      promise.parseResponse = (sdk, props) => {
        const read: ReadProps = (own) => parseResponse(sdk, own);
        return admissionOf(props.options)?.parse(props, read) ?? read(props);
      };
    }
    return hookUnwrapping(promise);
  });
}

function hookWithOptions(client: ClientInternals, guarded: Guarded): void {
  const { withOptions } = client;
  hookMethod(client, "withOptions", function (this: unknown, options) {
    return hookClient(withOptions.call(this, options), guarded);
  });
}

/** Undefined when nothing has to be waited for. */
function admit(
  client: ClientInternals,
  guarded: Guarded,
  options: AdmittedOptions,
): Promise<void> | undefined {
  // Read once: the SDK reads them again when the guard has been asked, and the app may write to them.
  if (options.fetchOptions !== undefined) options.fetchOptions = { ...options.fetchOptions };
  assertOneBody(client.fetchOptions, options.fetchOptions);
  const route = routeOf(options);
  if (isHarmless(route)) {
    if (guarded.options.unguardedRequests !== "allow") assertNoBody(route, options);
    return undefined;
  }
  const { codecs, others } = guarded.dialect;
  const codec = codecs.find((candidate) => candidate.matches(route));
  if (codec !== undefined) return admitTo(codec, { client, guarded, options });
  const admitAmong = ({ codecs: more, rowOf }: OtherRoutes): Promise<void> | undefined => {
    const other = more.find((candidate) => candidate.matches(route));
    if (other !== undefined) return admitTo(other, { client, guarded, options });
    if (guarded.options.unguardedRequests !== "allow") assertHarmless(route, rowOf(route));
    return undefined;
  };
  return others.loaded === undefined ? others.load().then(admitAmong) : admitAmong(others.loaded);
}

function admitTo(
  codec: AnyCodec,
  {
    client,
    guarded,
    options,
  }: {
    readonly client: ClientInternals;
    readonly guarded: Guarded;
    readonly options: AdmittedOptions;
  },
): Promise<void> | undefined {
  if (codec.takesForms && isStreamedForm(options)) {
    return readForm(client, options).then((body) =>
      admitBody(client, guarded, { options, codec, body }),
    );
  }
  const body = readRequestBody(options.body, codec.takesForms);
  return admitBody(client, guarded, { options, codec, body });
}

function admitBody(
  client: ClientInternals,
  guarded: Guarded,
  { options, codec, body }: Omit<Admitting, "prepared">,
): Promise<void> | undefined {
  const prepared = prepare(codec, body.request);
  if (isEnclosed(guarded.gate, prepared.prompt, options)) return undefined;
  return pass(client, guarded, { options, codec, body, prepared });
}

/** A call on its way to the guard. */
interface Admitting {
  readonly options: AdmittedOptions;
  readonly codec: AnyCodec;
  readonly body: RequestBody;
  readonly prepared: Prepared<unknown>;
}

async function readForm(client: ClientInternals, options: RequestOptions): Promise<RequestBody> {
  try {
    return await readStreamedForm(options);
  } catch (error) {
    throw options.signal?.aborted ? abortErrorOf(client, options.signal, error) : error;
  }
}

async function pass(
  client: ClientInternals,
  { gate, options: guardOptions, dialect }: Guarded,
  call: Admitting,
): Promise<void> {
  const { options, codec, body, prepared } = call;
  const context = contextOf(gate, guardOptions.context?.(body.request));
  const helper = helperOf(options);
  const signal = joinSignals(options.signal ?? undefined, context.signal);
  if (signal !== undefined) options.signal = signal;
  try {
    const { operation } = codec;
    const { prompt } = prepared;
    const entrant = { operation, prompt, context, signal, arrival: options[ARRIVAL] };
    const passage = await enter(gate, entrant);
    if (helper) attachLifecycle(helper, passage.record.view);
    // Only what the SDK reads as a stream can have chunks taken out of it.
    const asks =
      options.stream === true &&
      asksForUsage(gate, {
        takesUsageRequest: dialect.takesUsageRequest(targetOf(client, options)),
      });
    const outgoing = { codec, prepared, passage, signal, asksForUsage: asks };
    const { request, concealing } = outgoingRequest(gate, outgoing);
    options.body = body.sent(request, passage.rewritten || concealing);
    options.fetchOptions = encloseOptions(gate, passage, options.fetchOptions);
    const { body: sent } = options;
    options[ADMISSION] = new Admission({ gate, passage, codec, concealing, sent });
  } catch (error) {
    const lifecycle = helper ? lifecycleOf(error) : undefined;
    if (lifecycle !== undefined) attachLifecycle(helper, lifecycle);
    throw signal?.aborted ? abortErrorOf(client, signal, error) : error;
  }
}

/** Helpers are known by the signal that they make their calls with. */
function helperOf({ stream, signal }: RequestOptions): AbortSignal | undefined {
  return signal && (stream === true || isOfHelper(signal)) ? signal : undefined;
}

/** Where the request goes; the SDK takes absolute URLs in the place of paths. */
function targetOf(client: ClientInternals, { path = "" }: RequestOptions): string {
  return URL.canParse(path) ? path : client.baseURL;
}

/** Apps tell a cancelled call by the SDK's own error, so a call cancelled at the guard has it too. */
function abortErrorOf(client: object, signal: AbortSignal, stopped: unknown): unknown {
  const sdk = client.constructor as { APIUserAbortError?: new () => Error };
  if (typeof sdk.APIUserAbortError !== "function") return signal.reason;
  const error = new sdk.APIUserAbortError();
  Object.defineProperty(error, "cause", { value: signal.reason, configurable: true });
  const lifecycle = lifecycleOf(stopped);
  if (lifecycle !== undefined) attachLifecycle(error, lifecycle);
  return error;
}
