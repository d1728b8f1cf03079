import { alike, type GivenPassword, next } from "./given-row.ts";
import { isGivenOrRandom } from "./given-value.ts";

/** A variable whose name says that it is a secret. */
const NAME = String.raw`[\w.-]{0,60}(?:pass|pwd|pw|secret|token|key|cred)[\w.-]{0,24}`;
/** Properties of a variable, and the one that marks it as a secret. */
const PROPERTIES = `(?:;[A-Za-z]{2,16}=[A-Za-z]{0,8}){0,4}`;
const IS_SECRET = String.raw`[\w.-]{1,80}(?:;[A-Za-z]{2,16}=[A-Za-z]{0,8}){0,3};issecret=true${PROPERTIES}`;

/**
 * Secrets in the commands that build scripts print for their pipeline: `::add-mask::…` of GitHub
 * Actions, `##vso[task.setvariable variable=…]…` of Azure Pipelines.
 */
export const PIPELINE_VARIABLES: readonly GivenPassword[] = [
  ...alike("set-env name=|set-output name=|save-state name=", {
    rest: next(`${NAME}::`),
    isPassword: isGivenOrRandom,
  }),
  ...alike("::add-mask::|[task.setsecret]", { rest: next(""), isPassword: isGivenOrRandom }),
  {
    mark: "[task.setvariable variable=",
    rest: next(String.raw`(?:${IS_SECRET}|${NAME}${PROPERTIES})\]`),
    isPassword: isGivenOrRandom,
  },
];
