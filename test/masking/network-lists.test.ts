import { describe, expect, it } from "vitest";
import { valuesIn } from "./texts/found.ts";

/** Letters make of it what no drawing has. */
const PAIRS = "74-48-74-44-46-97";
const ADDRESS = "7c-48-74-44-46-97";

describe("no addresses of networks and devices", () => {
  it.each([
    ["patterns and operators", "host|self)(?=::)/, (?<=::), ip: \"=::\", '=::'"],
    ["terms of AsciiDoc", "IPv6 addresses:\n\n-6::\n--ipv6::\n\tUse IPv6.\nRFC 2822::\n\tIts form"],
    ["senses of words", "host%2:36:00:: 115 ping%1:11:00::"],
    ["blocks of a vendor", "00:1B:C5:00:10:00/36\tHeron\n8C-1F-64-00-00-00/28\tCrane"],
    ["negative numbers of drawings", `120-177-213-237-${PAIRS},84-9c-${PAIRS}"`],
  ])("%s", (_what, text) => {
    expect(valuesIn(text)).toEqual([]);
  });

  it.each([
    ["listen on '::'", ["::"]],
    ["address=::", ["::"]],
    ["network 2001:: is ours", ["2001::"]],
    ["ping -6 2001:db8::7", ["2001:db8::7"]],
    ["fe80::1%2:1", ["fe80::1%2"]],
    ["00:1B:C5:00:10:00", ["00:1B:C5:00:10:00"]],
    ["00:1B:C5:00:10:07/36", ["00:1B:C5:00:10:07"]],
    ["52:54:00:12:34:56/24", ["52:54:00:12:34:56"]],
    [`ap-${PAIRS}, wlan-117-${ADDRESS}`, [PAIRS, ADDRESS]],
    [`switch12-${PAIRS}`, [PAIRS]],
  ])("but those in %s are found", (text, expected) => {
    expect(valuesIn(text)).toEqual(expected);
  });
});
