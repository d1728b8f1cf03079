/** The second that was written last, and its text up to the point: calls of one second share it. */
let lastSecond = Number.NaN;
let lastText = "";

/**
 * A moment as ISO 8601 in UTC with milliseconds, as `Date.prototype.toISOString` gives it.
 * `ms` counts from the Unix epoch. One in thousands of calls is the first of its second; for
 * the others the calendar need not be worked out again.
 *
 * @throws RangeError when there is no such date.
 */
export function isoTime(ms: number): string {
  const whole = Math.trunc(ms);
  const second = Math.floor(whole / 1_000);
  if (second !== lastSecond) {
    lastText = new Date(second * 1_000).toISOString().slice(0, -4);
    lastSecond = second;
  }
  const millis = whole - second * 1_000;
  const zeros = millis < 10 ? "00" : millis < 100 ? "0" : "";
  return `${lastText}${zeros}${millis}Z`;
}
