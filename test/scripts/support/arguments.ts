import { parseArgs } from "node:util";

/**
 * Whole numbers from the command line, `--name N` each, with their defaults. Exits with 2 if an
 * option is unknown or no whole number.
 */
export function readNumbers<const Name extends string>(
  defaults: Readonly<Record<Name, number>>,
): Record<Name, number> {
  const names = Object.keys(defaults) as Name[];
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
    const { values } = parseArgs({ options });
    const numbers = names.map((name) => [name, wholeNumber(name, values[name] ?? defaults[name])]);
    return Object.fromEntries(numbers) as Record<Name, number>;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error(`Options: ${names.map((name) => `--${name} ${defaults[name]}`).join(" ")}`);
    process.exit(2);
  }
}

function wholeNumber(name: string, given: unknown): number {
  const value = Number(given);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new Error(`--${name} must be a whole number, zero or more.`);
}
