import { isShortPassphrase } from "../assigned/value/chosen.ts";
import { alike, type GivenPassword } from "./given-row.ts";
import { isPersonalOrChosen, namesAlgorithm } from "./given-value.ts";

/** The noun in Chinese, whose two characters are too few for a mark, after what precedes it. */
const CHINESE = [..." \n,、;:的入用录为是有和及号户名网机统始时理认i"]
  .flatMap((before) => [`${before}密码`, `${before}密碼`])
  .join("|");

function isPassword(value: string): boolean {
  return !namesAlgorithm(value) && (isPersonalOrChosen(value) || isShortPassphrase(value));
}

/**
 * Passwords directly after the noun, as Chinese and Japanese write them without a space or a
 * separator: `密码…还是不行`, `パスワード…を入力`.
 */
export const ATTACHED_PASSWORDS: readonly GivenPassword[] = [
  ...alike(CHINESE, { rest: /(?=[A-Za-z\d])([!-~]{8,64})/y, isPassword }),
  {
    mark: "パスワード",
    rest: /が?(?=[A-Za-z\d])([!-~]{8,64})(?=[をでにだがはと]|[\s、」]|$)/y,
    isPassword,
  },
  // The language has an ending for the owner, and a copula that English has as a preposition.
  ...alike("salasana on |salasanani on |salasanamme on |salasanasi on ", {
    rest: /([^\s"'`<>|\\;]{8,64})/y,
    isPassword,
  }),
  ...alike("sandi saya |kata laluan saya ", {
    rest: /(?:adalah )?([^\s"'`<>|\\;]{8,64})/y,
    isPassword,
  }),
];
