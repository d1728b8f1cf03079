import { UnguardedRequestError } from "../../errors.ts";
import { BEDROCK_CODECS } from "../../providers/bedrock/codecs.ts";
import { copyWith } from "../../providers/json/replace-at.ts";
import type { Route } from "../../providers/provider.ts";
import { type Admitted, admit, type Guarded, type KnownCommand } from "./admit.ts";
import type { CommandArguments, CommandContext, CommandResult, Handler } from "./client-shape.ts";
import { codecOf, isHarmless } from "./commands.ts";
import type { Checkpoints } from "./hook-stack.ts";
import { perform, streamOf } from "./perform.ts";
import { type Expected, routeOf, Seal } from "./seal.ts";
import type { Sending } from "./sending.ts";

/** The checkpoints of one command, which ensure that only what was approved is sent. */
export function checkpointsOf(guarded: Guarded, sending: Sending): Checkpoints {
  const guard = new CommandGuard(guarded, sending);
  return {
    input: (next, context) => (args) => guard.run({ next, context, args }),
    request: (next) => async (args) => {
      guard.close(args.request);
      return next(args);
    },
    exit: (handler) => async (args) => {
      return handler({ ...args, request: guard.open(args.request) });
    },
  };
}

/** A command at its guard. */
interface RunningCommand {
  readonly next: Handler;
  readonly context: CommandContext;
  readonly args: CommandArguments;
}

type Approved = Admitted & Pick<KnownCommand, "codec">;

/** Guards one command from its input to the wire. */
class CommandGuard {
  readonly #guarded: Guarded;
  readonly #sending: Sending;
  readonly #seal = new Seal();
  /** What its request must be; undefined for what the app allows unguarded. */
  #expected: Expected | undefined = undefined;

  constructor(guarded: Guarded, sending: Sending) {
    this.#guarded = guarded;
    this.#sending = sending;
  }

  async run({ next, context, args }: RunningCommand): Promise<CommandResult> {
    const { gate } = this.#guarded;
    const sending = this.#sending;
    const admitted = await this.#admit(context.commandName, args.input);
    if (admitted === undefined) return sendUnreported(sending, () => next(args));
    const { codec, input, approval } = admitted;
    const send = (): Promise<CommandResult> => next({ ...args, input });
    if (approval === undefined) return sendUnreported(sending, send);
    this.#seal.clientEventId = approval.record.clientEventId;
    return perform(gate, { approval, codec, sending, send });
  }

  /** Undefined if it carries no prompt. */
  async #admit(commandName: string | undefined, input: unknown): Promise<Approved | undefined> {
    const guarded = this.#guarded;
    const sending = this.#sending;
    const { unguardedRequests = "refuse" } = guarded.options;
    const reservation = sending.takeReservation();
    try {
      const codec = codecOf(commandName, unguardedRequests);
      if (codec !== undefined) {
        this.#expected = (route) => codec.matches(route);
        return { codec, ...(await admit(guarded, { codec, input, sending, reservation })) };
      }
      if (isHarmless(commandName)) this.#expected = isEmpty;
      return undefined;
    } finally {
      guarded.gate.services.active.release(reservation);
    }
  }

  /** Records what the serializer has made of the input. */
  close(request: unknown): void {
    if (this.#expected !== undefined) this.#seal.close(request, this.#expected);
  }

  /** Returns what may be sent. */
  open(request: unknown): unknown {
    if (this.#expected !== undefined) return this.#seal.open(request);
    const route = routeOf(request as object);
    if (!isGuardedRoute(route)) return copyWith(request as object, route);
    throw new UnguardedRequestError(
      `${route.method} ${route.path} is guarded, and its command is not; nothing was sent.`,
    );
  }
}

const isEmpty: Expected = (route, hasBody) => !(hasBody || isGuardedRoute(route));

function isGuardedRoute(route: Route): boolean {
  return BEDROCK_CODECS.some((codec) => codec.matches(route));
}

/** Sends a command that has no event of its own. A stream stays bound to its signal. */
async function sendUnreported(
  sending: Sending,
  send: () => Promise<CommandResult>,
): Promise<CommandResult> {
  const result = await send();
  sending.isOpen = streamOf(result.output) !== undefined;
  return result;
}
