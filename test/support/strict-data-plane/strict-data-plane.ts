import type { FinalizeRequest } from "../../../src/contract/finalize.ts";
import type { GuardRequest } from "../../../src/contract/guard.ts";
import type { IngestRequest } from "../../../src/contract/ingest.ts";
import {
  type LocalDataPlane,
  type LocalDataPlaneOptions,
  type ReceivedRequest,
  startLocalDataPlane,
} from "../../../src/local/index.ts";
import { connectionOf, excuseIfGivenUp } from "./strict-connections.ts";
import { objectOf, short } from "./strict-fields.ts";
import { checkFinalize } from "./strict-finalize-checks.ts";
import { checkGuard } from "./strict-guard-checks.ts";
import { checkIngest } from "./strict-ingest-checks.ts";
import { lifecycleIdOf, type Repeat, StrictLedger } from "./strict-ledger.ts";
import { StrictPacing } from "./strict-pacing.ts";
import { checkIngestRetry } from "./strict-retry-checks.ts";
import { type StrictContext, type StrictRules, withoutRules } from "./strict-rules.ts";
import { startTrap } from "./strict-trap.ts";
import { checkWire } from "./strict-wire-checks.ts";

/** A request as it arrived. Bodies have their expected types; breaches report where they do not. */
export interface StrictRequest<Body> {
  readonly headers: ReceivedRequest["headers"];
  readonly body: Body;
  readonly text: string;
  /** Milliseconds since the Unix epoch, by the data plane's clock. */
  readonly receivedAt: number;
}

/**
 * A strict data plane: the local one, plus a list of contract breaches by the client under test. A
 * test ends with `expect(plane.breaches).toEqual([])`.
 */
export interface StrictDataPlane extends LocalDataPlane {
  readonly breaches: readonly string[];
  /** Every request that arrived, including retries. */
  readonly guardRequests: readonly StrictRequest<GuardRequest>[];
  readonly ingestRequests: readonly StrictRequest<IngestRequest>[];
  readonly finalizeRequests: readonly StrictRequest<FinalizeRequest>[];
  /** The stored events. */
  readonly stored: readonly IngestRequest[];
  /** A server on another port that nobody may call, for redirects. */
  readonly trapUrl: string;
}

/** Options of {@link startStrictDataPlane}. */
export type StrictOptions = StrictRules & Omit<LocalDataPlaneOptions, "port">;

/** Starts a strict data plane on a free port. */
export async function startStrictDataPlane(options: StrictOptions = {}): Promise<StrictDataPlane> {
  const inspection = new Inspection(options);
  const plane = await startLocalDataPlane({
    ...withoutRules(options),
    onRequest: (request) => {
      inspection.asked(request);
      options.onRequest?.(request);
    },
    onAnswer: (request, answer) => {
      inspection.answered(request, answer);
      options.onAnswer?.(request, answer);
    },
  });
  inspection.know(plane);
  const trap = await startTrap((what) => inspection.breaches.push(what));
  const close = async (): Promise<void> => {
    await Promise.all([plane.close(), trap.close()]);
  };
  // As a prototype, because spreading would turn getters into values.
  const strict = Object.create(plane, {
    stored: { get: () => plane.events(), enumerable: true },
    rotateApiKey: { value: (key?: string) => inspection.learnKey(plane.rotateApiKey(key)) },
    reset: {
      value: () => {
        plane.reset();
        inspection.reset();
      },
    },
    disconnect: {
      value: async () => {
        await plane.disconnect();
        inspection.cut();
      },
    },
    close: { value: close },
    [Symbol.asyncDispose]: { value: close },
  }) as StrictDataPlane;
  return Object.assign(strict, inspection.lists, { trapUrl: trap.url });
}

class Inspection {
  readonly breaches: string[] = [];
  readonly lists = {
    breaches: this.breaches,
    guardRequests: [] as StrictRequest<GuardRequest>[],
    ingestRequests: [] as StrictRequest<IngestRequest>[],
    finalizeRequests: [] as StrictRequest<FinalizeRequest>[],
  };
  readonly #rules: StrictRules;
  readonly #now: () => number;
  readonly #apiKeys: string[] = [];
  #systemId = "";
  #ledger: StrictLedger;
  #pacing: StrictPacing;

  constructor(options: StrictOptions) {
    const { clock = Date.now } = options;
    this.#rules = options;
    this.#now = typeof clock === "function" ? clock : () => clock.now();
    this.#ledger = new StrictLedger(options.remember);
    this.#pacing = new StrictPacing(options.inFlightMs);
  }

  know(plane: LocalDataPlane): void {
    this.#systemId = plane.systemId;
    this.learnKey(plane.apiKey);
  }

  learnKey(apiKey: string): string {
    this.#apiKeys.push(apiKey);
    return apiKey;
  }

  reset(): void {
    this.#ledger = new StrictLedger(this.#rules.remember);
    this.#pacing = new StrictPacing(this.#rules.inFlightMs);
    for (const list of Object.values(this.lists)) list.length = 0;
  }

  cut(): void {
    this.#ledger.cut();
  }

  asked(request: ReceivedRequest): void {
    const where = `${request.endpoint ?? request.path} ${short(lifecycleIdOf(request))}`;
    for (const found of this.#check(request)) this.#report(where, found, request);
    this.#ledger.asked(request);
    this.#keep(request);
  }

  answered(...[request, answer]: Parameters<NonNullable<LocalDataPlaneOptions["onAnswer"]>>): void {
    this.#ledger.answered(request, answer);
    this.#pacing.answered(request, answer, this.#now());
  }

  #report(where: string, found: string | Repeat, { headers }: ReceivedRequest): void {
    const told = `${where}: ${typeof found === "string" ? found : found.breach}`;
    this.breaches.push(told);
    if (typeof found === "string") return;
    // One that was given up may be read after its successor.
    void excuseIfGivenUp([found.answeredOn, connectionOf(headers)], () => {
      const at = this.breaches.indexOf(told);
      if (at !== -1) this.breaches.splice(at, 1);
    });
  }

  *#check(request: ReceivedRequest): Generator<string | Repeat> {
    const context: StrictContext = {
      rules: this.#rules,
      systemId: this.#systemId,
      apiKeys: this.#apiKeys,
    };
    const lifecycle = this.#ledger.of(lifecycleIdOf(request));
    yield* checkWire(request, context);
    yield* this.#pacing.check(request);
    if (request.endpoint === "guard") yield* checkGuard(request, lifecycle, context);
    if (request.endpoint === "finalize") yield* checkFinalize(request, lifecycle, context);
    if (request.endpoint === "ingest") {
      yield* checkIngest(request, lifecycle, context);
      yield* checkIngestRetry(objectOf(request.body), lifecycle, this.#rules);
    }
  }

  #keep({ endpoint, headers, body, text, receivedAt }: ReceivedRequest): void {
    if (this.#rules.remember !== undefined) return;
    const kept = { headers, text, receivedAt };
    if (endpoint === "guard") {
      this.lists.guardRequests.push({ ...kept, body: body as GuardRequest });
    } else if (endpoint === "ingest") {
      this.lists.ingestRequests.push({ ...kept, body: body as IngestRequest });
    } else if (endpoint === "finalize") {
      this.lists.finalizeRequests.push({ ...kept, body: body as FinalizeRequest });
    }
  }
}
