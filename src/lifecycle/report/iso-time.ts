/** The last formatted second and its text up to the fraction, shared by all calls within it. */
let lastSecond = Number.NaN;
let lastText = "";

/**
 * ISO 8601 in UTC with milliseconds, like `Date.prototype.toISOString`, but the calendar is
 * computed only once per second. `ms` counts from the Unix epoch.
 *
 * @throws RangeError if the date is out of range.
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
