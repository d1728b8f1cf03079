/**
 * Recognizes the most obvious prompt injections: enough to try out a denial. Every pattern begins
 * with a word and has bounded repetitions, so matching takes linear time.
 */

const FILLER = "(?:[a-z']{1,12}[ ,]{1,2}){0,4}";
const OLDER = "(?:previous|prior|above|earlier|preceding|former|foregoing|original)";
const ORDERS = "(?:instruction|prompt|rule|direction|directive|command|guideline|constraint)s?";
const GIVEN = "(?:(?:that |which )?(?:you were |were |i )?(?:given|told|gave) (?:you |to you )?)?";
const SECRET =
  "(?:[a-z]{1,12} ){0,2}(?<!\\b(?:file|operating) )(?:system|hidden|secret|initial|developer)";
const TELL = "(?:reveal|print|show|repeat|output|leak|display|tell) (?:me |us )?";
/** What follows where a developer tells a model to distrust the texts that it works on. */
const ELSEWHERE =
  "(?:(?:in|within|inside)(?! your| the (?:system|developer))|contained|embedded|found|hidden|it|they|(?:that|which) (?:it|they|are|appear|occur|may|might)|from (?:the |a |any )?(?:user|document|text|page|web|e-?mail|message)s?)";

const RULES: readonly RegExp[] = [
  new RegExp(
    `\\b(?:ignore|disregard|forget|override|bypass|discard) ${FILLER}${OLDER} ${FILLER}${ORDERS}\\b`,
  ),
  new RegExp(`\\b(?:ignore|disregard|forget) ${FILLER}${ORDERS} ${GIVEN}(?:above|earlier)\\b`),
  /\b(?:ignore|disregard|forget|override|bypass) (?:the|your) (?:system|developer|initial) (?:prompt|instructions)\b/,
  /\bforget (?:all )?(?:of )?your instructions\b/,
  new RegExp(
    `\\b(?:ignore|disregard|override|bypass) (?:all |any )?(?:of )?your (?:[a-z]{1,12} ){0,2}${ORDERS}\\b`,
  ),
  new RegExp(
    `(?<!never |not |n['’]t )\\b(?:ignore|disregard|forget) (?:all|any) (?:of )?(?:the |these |those |safety |system )?(?:instructions|directives)\\b(?! ${ELSEWHERE}\\b)`,
  ),
  /\b(?:ignore|disregard|forget) (?:everything|all|anything) (?:that )?(?:above|before|you were told|you have been told|i said)\b/,
  new RegExp(`\\b${TELL}(?:your|the) ${SECRET} (?:prompt|instructions?)\\b`),
  // Programs show "the system message" and print "the initial message" as well.
  new RegExp(`\\b${TELL}your ${SECRET} message\\b`),
  new RegExp(`\\bwhat(?: is|'s|’s| are| were) your ${SECRET} (?:prompt|instructions?)\\b`),
  /\b(?:reveal|repeat|leak) (?:your instructions|the system message)\b/,
  /\b(?:print|output) your instructions\b/,
  /\byou are (?:now |from now on )(?:dan|jailbroken|unrestricted|in developer mode|in dan mode)\b/,
  /\b(?:do anything now|developer mode enabled|jailbreak mode)\b/,
];

// Invisible characters: soft hyphen, zero-width spaces and joiners, word joiner, BOM.
const INVISIBLE = /\u00ad|\u200b|\u200c|\u200d|\u2060|\ufeff/g;
const SPACES = /[\s\u00a0]+/g;

/** Whether the text literally asks to ignore or to reveal instructions. */
export function looksLikeInjection(text: string): boolean {
  const plain = text.replace(INVISIBLE, "").replace(SPACES, " ").toLowerCase();
  return RULES.some((rule) => rule.test(plain));
}
