import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ConfigurationError,
  type IdentityOptions,
  identityFromRequest,
} from "../../../src/index.ts";

interface Facts {
  readonly headers?: Record<string, string | string[]>;
  readonly remoteAddress?: string;
}

/** A request as Node.js creates it. */
const request = ({ headers = {}, remoteAddress = "10.0.0.9" }: Facts) => ({
  headers,
  socket: { remoteAddress },
});
const addressOf = (facts: Facts, options?: IdentityOptions): unknown =>
  identityFromRequest(request(facts), options).ipAddress;
const xff = (value: string | string[]) => ({ "x-forwarded-for": value });

describe("the IP address of a request", () => {
  it("is that of the connection if no proxy is trusted, whatever the headers say", () => {
    const headers = { ...xff("1.2.3.4"), forwarded: "for=1.2.3.4", "x-real-ip": "1.2.3.4" };
    expect(addressOf({ headers })).toBe("10.0.0.9");
    const junk = fc.record({ "x-forwarded-for": fc.string(), forwarded: fc.string() });
    fc.assert(fc.property(junk, (each) => addressOf({ headers: each }) === "10.0.0.9"));
  });

  it.each([
    [1, "6.6.6.6, 1.2.3.4", "1.2.3.4"],
    [2, "6.6.6.6, 1.2.3.4, 10.0.0.1", "1.2.3.4"],
    [3, "1.2.3.4, 10.0.0.1", "1.2.3.4"],
    [1, "1.2.3.4", "1.2.3.4"],
    [1, " 6.6.6.6 ,, 1.2.3.4 ,", "1.2.3.4"],
    [1, "6.6.6.6, unknown", undefined],
    [1, "6.6.6.6, _hidden", undefined],
    [1, "6.6.6.6, example.com", undefined],
    [1, "6.6.6.6, 1.2.3", undefined],
    [1, "", "10.0.0.9"],
  ])("with %i trusted proxies and the list %j is %s", (trustedHops, list, expected) => {
    expect(addressOf({ headers: xff(list) }, { trustedHops })).toBe(expected);
  });

  it("is never one that the caller forged, however many entries the list has", () => {
    const forged = fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), { maxLength: 5 });
    fc.assert(
      fc.property(forged, (entries) => {
        const quoteless = entries.map((each) => each.replaceAll('"', ""));
        const headers = xff([...quoteless, "1.2.3.4"].join(", "));
        expect(addressOf({ headers }, { trustedHops: 1 })).toBe("1.2.3.4");
      }),
    );
  });

  it("is read from several lines of a header as from one", () => {
    const headers = xff(["6.6.6.6", "1.2.3.4, 10.0.0.1"]);
    expect(addressOf({ headers }, { trustedHops: 2 })).toBe("1.2.3.4");
  });

  it.each([
    ["for=192.0.2.60;proto=http;by=203.0.113.43", "192.0.2.60"],
    ['for=6.6.6.6, For="[2001:DB8:cafe::17]:4711"', "2001:db8:cafe::17"],
    ['for="192.0.2.43:47011"', "192.0.2.43"],
    ['by="a, b"; for=192.0.2.43', "192.0.2.43"],
    ["for=6.6.6.6, proto=http", undefined],
    ["for=unknown", undefined],
    ['for="_gazonk"', undefined],
    ["nofor=1.2.3.4", undefined],
  ])("is read from Forwarded (%s)", (forwarded, expected) => {
    expect(addressOf({ headers: { forwarded } }, { trustedHops: 1 })).toBe(expected);
  });

  it("is unknown if two forwarding headers disagree, unless one is chosen", () => {
    const headers = { ...xff("1.2.3.4"), forwarded: "for=6.6.6.6" };
    expect(addressOf({ headers }, { trustedHops: 1 })).toBeUndefined();
    const named = { trustedHops: 1, forwardedHeader: "x-forwarded-for" } as const;
    expect(addressOf({ headers }, named)).toBe("1.2.3.4");
    const agreeing = { ...xff("1.2.3.4"), forwarded: "for=1.2.3.4" };
    expect(addressOf({ headers: agreeing }, { trustedHops: 1 })).toBe("1.2.3.4");
  });

  it.each([
    ["::1", "::1"],
    ["[::1]", "::1"],
    ["[2001:db8::1]:443", "2001:db8::1"],
    ["2001:DB8::1", "2001:db8::1"],
    ["fe80::1%eth0", "fe80::1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::FFFF:c000:201", "192.0.2.1"],
    ["[::ffff:192.0.2.1]:80", "192.0.2.1"],
    ["192.0.2.1:8080", "192.0.2.1"],
    ["192.0.2.1:port", undefined],
    ["192.0.2.256", undefined],
    ["[::1", undefined],
    ["1".repeat(100), undefined],
  ])("%s is normalized to %s", (written, expected) => {
    expect(addressOf({ headers: xff(written) }, { trustedHops: 1 })).toBe(expected);
    expect(addressOf({ remoteAddress: written })).toBe(expected);
  });

  it.each([-1, 1.5, Number.NaN, "1"])("rejects %s as the number of proxies", (trustedHops) => {
    const options = { trustedHops } as IdentityOptions;
    expect(() => addressOf({}, options)).toThrow(ConfigurationError);
  });
});

describe("the identity of a request", () => {
  it("has the user agent, and no missing fields", () => {
    expect(identityFromRequest(request({ headers: { "user-agent": "curl/8" } }))).toEqual({
      userAgent: "curl/8",
      ipAddress: "10.0.0.9",
    });
    expect(identityFromRequest({})).toEqual({});
    expect(identityFromRequest(new Request("http://localhost/"))).toEqual({});
  });

  it("takes session, tenant and location from headers, cookies and functions", () => {
    const headers = {
      "x-tenant": "acme",
      cookie: 'a=b; sid="s%201" ; sid=second; broken=%zz; sidecar=no',
      "cf-ipcountry": "NO",
    };
    const options = {
      sessionId: { cookie: "sid" },
      tenantId: { header: "X-Tenant" },
      geo: (each: { readonly headers: Record<string, unknown> }) =>
        String(each.headers["cf-ipcountry"]),
    };
    const expected = { sessionId: "s 1", tenantId: "acme", geo: "NO" };
    expect(identityFromRequest(request({ headers }), options)).toMatchObject(expected);
    const fetched = new Request("http://localhost/", { headers: { ...headers } });
    const { geo: _, ...rest } = options;
    expect(identityFromRequest(fetched, rest)).toEqual({ sessionId: "s 1", tenantId: "acme" });
    const broken = { sessionId: { cookie: "broken" } };
    expect(identityFromRequest(request({ headers }), broken).sessionId).toBe("%zz");
    const missing = { sessionId: { cookie: "none" }, tenantId: { header: "none" } };
    expect(identityFromRequest(request({ headers }), missing)).toEqual({ ipAddress: "10.0.0.9" });
  });

  it("omits a field if its function fails, without failing the request", () => {
    const options = {
      sessionId: () => {
        throw new Error("no session store");
      },
      tenantId: () => 7 as unknown as string,
      // A rejection that nobody handles would end the process.
      geo: (async () => {
        throw new Error("no database");
      }) as unknown as () => string,
    };
    expect(identityFromRequest(request({}), options)).toEqual({ ipAddress: "10.0.0.9" });
  });

  it("has a maximum length for each field", () => {
    const headers = { "user-agent": "x".repeat(10_000) };
    expect(identityFromRequest(request({ headers })).userAgent).toHaveLength(512);
  });
});
