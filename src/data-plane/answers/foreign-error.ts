import { quoteForeign } from "../../redact.ts";

/** Deepest chain of causes that is described; real chains have two or three links. */
const MAX_DEPTH = 4;

/**
 * A safe description of a foreign error. Such errors may contain request options with keys, parsed
 * bytes or certificates; a name, a code and one line of limited length for each link of the chain
 * are what a person needs.
 */
export function describeCause(
  error: unknown,
  scrub: (text: string) => string = asIs,
  depth = 0,
): Error | undefined {
  if (error === undefined || error === null || depth >= MAX_DEPTH) return undefined;
  const { name, message, code, cause } = readError(error);
  const told = new Error(quoteForeign(scrub(message)), {
    cause: describeCause(cause, scrub, depth + 1),
  });
  // Our stack would say nothing: the failure is below, in the network.
  told.stack = `${name}: ${told.message}`;
  told.name = name;
  return code === undefined ? told : Object.assign(told, { code });
}

/** The code of an error or its cause, for example `ECONNREFUSED`. */
export function codeOf(error: unknown): string | undefined {
  let current: unknown = error;
  for (let depth = 0; depth < MAX_DEPTH && typeof current === "object" && current; depth += 1) {
    const { code, cause } = readError(current);
    if (code !== undefined) return code;
    current = cause;
  }
  return undefined;
}

interface ErrorFacts {
  readonly name: string;
  readonly message: string;
  readonly code: string | undefined;
  readonly cause: unknown;
}

function readError(error: unknown): ErrorFacts {
  try {
    return typeof error === "object" && error !== null ? factsOf(error) : plain(String(error));
  } catch {
    // An error that throws when it is inspected is still an error.
    return plain("");
  }
}

function plain(message: string): ErrorFacts {
  return { name: "Error", message, code: undefined, cause: undefined };
}

function factsOf(error: object): ErrorFacts {
  const { name, message, code, cause, errors } = error as Record<string, unknown>;
  return {
    name: typeof name === "string" && IDENTIFIER.test(name) ? name : "Error",
    message: typeof message === "string" ? message : "",
    code: typeof code === "string" && IDENTIFIER.test(code) ? code : undefined,
    // If several addresses were tried in vain, the errors are in a list (`AggregateError`).
    cause: cause ?? (Array.isArray(errors) ? errors[0] : undefined),
  };
}

const IDENTIFIER = /^[A-Za-z][\w-]{0,63}$/;

/** Scrubs nothing. */
export function asIs(text: string): string {
  return text;
}
