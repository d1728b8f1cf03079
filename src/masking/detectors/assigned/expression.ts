/** `!0`, `!!n[2]`, as bundlers write code. */
const NEGATION = /^!{1,2}(?:[01](?!\w)|[A-Za-z_$]{1,3}[[.(])/;
const OPERATOR = /&&|\|\||\?\?|[!=]==/;
/** `(a&&b)`, `a??!0`: without spaces. */
const OPERATION = /[\w)\]](?:&&|\|\||\?\?|[!=]==)[\w!("'`[{$]/;

/** Whether what is in the place of a value is an expression without spaces. */
export function isExpression(value: string): boolean {
  // Few values have an operator, and V8 sees that much sooner than that none is between operands.
  return NEGATION.test(value) || (OPERATOR.test(value) && OPERATION.test(value));
}
