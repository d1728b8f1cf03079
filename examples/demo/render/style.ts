/** Colours by meaning. */
export type Colour =
  | "title"
  | "quiet"
  | "good"
  | "bad"
  | "guard"
  | "provider"
  | "ingest"
  | "finalize";

/** The phases of a call that are shown. */
export type Phase = Extract<Colour, "guard" | "provider" | "ingest" | "finalize">;

/** Characters that some terminals cannot display. Each is one column wide. */
export interface Glyphs {
  readonly holds: string;
  readonly differs: string;
  readonly rule: string;
  readonly more: string;
  /**
   * The cell of a phase in a bar: with different shapes, so that a bar is readable without colours.
   */
  readonly cell: Readonly<Record<Phase, string>>;
}

/** The look of the demo. */
export interface Style {
  readonly glyphs: Glyphs;
  /** The text in a colour, or unchanged if colours are off. */
  paint(colour: Colour, text: string): string;
}

/** The terminal that the demo writes to. */
export interface Surroundings {
  readonly isTTY: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

// SGR parameters (ECMA-48, section 8.3.117).
const CODES: Readonly<Record<Colour, string>> = {
  title: "1",
  quiet: "2",
  good: "32",
  bad: "1;31",
  guard: "36",
  provider: "34",
  ingest: "35",
  finalize: "33",
};

const DRAWN: Glyphs = {
  holds: "✓",
  differs: "✗",
  rule: "─",
  more: "…",
  cell: { guard: "█", provider: "▒", ingest: "▓", finalize: "░" },
};

const PLAIN: Glyphs = {
  holds: "+",
  differs: "x",
  rule: "-",
  more: "~",
  cell: { guard: "#", provider: "=", ingest: "*", finalize: "." },
};

/** Terminals with a limited character set. */
const PLAIN_TERMINALS: ReadonlySet<string> = new Set(["dumb", "linux"]);

/**
 * Colours on a terminal, or if `FORCE_COLOR` is set; never if `NO_COLOR` is set (no-color.org),
 * which takes precedence.
 */
export function chooseStyle({ isTTY, env }: Surroundings): Style {
  const glyphs = PLAIN_TERMINALS.has(env.TERM ?? "") ? PLAIN : DRAWN;
  const coloured = wantsColour({ isTTY, env });
  return {
    glyphs,
    paint: (colour, text) => (coloured ? `\u001b[${CODES[colour]}m${text}\u001b[0m` : text),
  };
}

function wantsColour({ isTTY, env }: Surroundings): boolean {
  if (env.NO_COLOR) return false;
  const { FORCE_COLOR } = env;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return isTTY && env.TERM !== "dumb";
}
