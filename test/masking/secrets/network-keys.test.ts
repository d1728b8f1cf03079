import { describe, expect, it } from "vitest";
import { secretsIn } from "../texts/found.ts";
import { grouped, pick, randomFrom } from "../texts/samples.ts";

const key = pick(randomFrom(7), "0123456789", 20);
const groups = grouped(key, 4, " ");

describe("a wireless network key of digits alone is found", () => {
  it.each([
    ["behind its German name", `WLAN-Schlüssel: ${key}`, key],
    ["in groups, as routers have it", `WLAN-Netzwerkschlüssel: ${groups}`, groups],
    ["as a sentence says it", `Der WLAN-Schlüssel im Haus ist ${key}, Netz "Gast".`, key],
    ["with blanks around its sign", `wlan pw = ${key}`, key],
    ["behind the name of the router", `FRITZ!Box 7590, network key ${key}`, key],
    ["in bold letters", `**Wi-Fi key:** ${key}`, key],
    ["in JSON", `{"wifi_password": "${key}"}`, key],
  ])("%s", (_how, text, secret) => {
    expect(secretsIn(text)).toEqual([secret]);
  });

  it.each([
    `The network key of order ${key.slice(0, 12)} was lost`,
    `wlan keys: ${groups.slice(0, 14)} bytes were sent`,
    "WLAN-Schlüssel: 00000000000000000000, network key: 11111111111111111111",
    `The wlan counter is ${key}, network keying ${key}`,
  ])("but not in %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});
