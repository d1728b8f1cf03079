import { describe, expect, it } from "vitest";
import { readAddress, refuseBrowsers } from "../../src/data-plane/address.ts";
import { ConfigurationError } from "../../src/errors.ts";

function refusal(baseURL: string, allowInsecureHttp = false): ConfigurationError {
  try {
    readAddress(baseURL, allowInsecureHttp);
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
    throw error;
  }
  throw new Error("It was accepted.");
}

describe("the base address", () => {
  it.each([
    "https://guard.example",
    "https://guard.example:8443/",
    "HTTPS://Guard.Example",
    "https://10.0.0.7",
    "http://localhost:8080",
    "http://127.0.0.1",
    "http://127.0.0.1:3000/",
    "http://127.255.0.9",
    "http://[::1]:3000",
  ])("can be %s", (baseURL) => {
    expect(readAddress(baseURL, false).url).toBeInstanceOf(URL);
  });

  it.each([
    ["http://guard.example", "plain http"],
    ["http://127.0.0.1.nip.io", "plain http"],
    ["http://localhost.evil.example", "plain http"],
    ["http://localhost.", "plain http"],
    ["http://sub.localhost", "plain http"],
    ["http://[::ffff:7f00:1]", "plain http"],
    ["http://[::ffff:127.0.0.1]", "plain http"],
    ["http://0.0.0.0", "plain http"],
    ["http://10.0.0.7", "plain http"],
    ["http://[::]", "plain http"],
    ["http://localhost@evil.example", "user name"],
    ["https://user:secret-word@guard.example", "user name"],
    ["https://@guard.example", "user name"],
    ["http://127.0.0.1\\@evil.example", "backslash"],
    ["https://guard.example\n", "line breaks"],
    ["https://guard.example?tenant=1", "query"],
    ["https://guard.example/?", "query"],
    ["https://guard.example#x", "query"],
    ["ftp://guard.example", "https"],
    ["javascript:alert(1)", "https"],
    ["guard.example", "URL"],
    ["", "URL"],
    ["https://", "URL"],
  ])("cannot be %s", (baseURL, why) => {
    const error = refusal(baseURL);
    expect(error.message).toMatch(new RegExp(why));
    expect(error.message).toContain("baseURL");
    expect(error.message).toContain("GUARD_BASE_URL");
    expect(error.message).not.toMatch(/secret-word|evil|nip\.io|guard\.example/);
  });

  it("can be plain http to other hosts with allowInsecureHttp, which permits nothing else", () => {
    expect(readAddress("http://guard.internal", true).url.hostname).toBe("guard.internal");
    expect(refusal("http://u:p@guard.internal", true).message).toContain("user name");
    expect(refusal("ftp://guard.internal", true).message).toContain("https");
  });

  it.each([
    ["https://h.example", "/api/v1/guard"],
    ["https://h.example/", "/api/v1/guard"],
    ["https://h.example/data/plane", "/data/plane/api/v1/guard"],
    ["https://h.example/data/plane//", "/data/plane/api/v1/guard"],
    ["https://h.example/a%20b", "/a%20b/api/v1/guard"],
  ])("keeps the path of %s as a prefix of every endpoint", (baseURL, path) => {
    expect(readAddress(baseURL, false).pathOf("/api/v1/guard")).toBe(path);
  });
});

describe("the runtime of the client", () => {
  it("cannot be a browser, whose visitors could read the key", () => {
    expect(() => refuseBrowsers({ window: { document: {} }, process })).toThrow(ConfigurationError);
    expect(() => refuseBrowsers({ window: undefined, process })).not.toThrow();
    expect(() => refuseBrowsers()).not.toThrow();
  });

  it("cannot be an edge runtime, where every call would fail later", () => {
    for (const scope of [{}, { process: { env: {} } }, { process: { versions: {} } }]) {
      expect(() => refuseBrowsers(scope)).toThrow("for Node.js");
    }
  });
});
