import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ConfigurationError,
  type GuardedModelClient,
  honoRequestContext,
  type IdentityOptions,
  identityFromRequest,
  requestContext,
} from "../../../src/index.ts";
import { fastest } from "../../masking/texts/fastest.ts";

const request = (headers: object, remoteAddress = "10.0.0.9") => ({
  headers,
  socket: { remoteAddress },
});
const behind = (trustedHops: number, headers: object): unknown =>
  identityFromRequest(request(headers), { trustedHops }).ipAddress;

describe("forged forwarding headers", () => {
  // What a proxy appends to a received header: RFC 7239 requires quotes for IPv6, not for IPv4.
  const APPENDED = {
    'for="[2001:db8::1]:4711";proto=https': "2001:db8::1",
    "for=1.2.3.4": "1.2.3.4",
  };

  it.each(Object.entries(APPENDED))(
    "cannot replace the address that a proxy appends as %s",
    (own, address) => {
      for (const sent of [
        'for=6.6.6.6;x="',
        'for="6.6.6.6',
        'for="6.6.6.6\\',
        'for=6.6.6.6;host="a\\"',
        '"',
        'for=6.6.6.6;x=","',
        "for=6.6.6.6;;;",
        "for=6.6.6.6;by=\\",
      ]) {
        expect([sent, behind(1, { forwarded: `${sent}, ${own}` })]).toEqual([sent, address]);
      }
      const anything = fc.oneof(
        fc.string(),
        fc.string({ unit: fc.constantFrom("for=", "6.6.6.6", '"', "\\", ",", ";", " ", "=") }),
      );
      fc.assert(
        fc.property(anything, (sent) => behind(1, { forwarded: `${sent}, ${own}` }) === address),
      );
    },
  );

  it("cannot replace it through a proxy that quotes what it received", () => {
    const forwarded = 'host="a;for=6.6.6.6, for=6.6.6.6";for=1.2.3.4';
    expect(behind(1, { forwarded })).toBe("1.2.3.4");
    expect(behind(1, { forwarded: 'host="\\";for=6.6.6.6";for=1.2.3.4' })).toBe("1.2.3.4");
    expect(behind(1, { forwarded: 'host="\\\\";for=1.2.3.4' })).toBe("1.2.3.4");
    expect(behind(2, { forwarded: 'for=1.2.3.4;host="a,b", for=10.0.0.1' })).toBe("1.2.3.4");
  });

  it("cannot hide it behind quotes: a backslash that is escaped does not escape the next quote", () => {
    const own = 'for=1.2.3.4;by="\\\\"';
    expect(behind(2, { forwarded: `for=6.6.6.6, for=5.6.7.8, ${own}` })).toBe("5.6.7.8");
    expect(behind(2, { forwarded: `for=5.6.7.8, for=1.2.3.4;by="\\", "` })).toBe("5.6.7.8");
  });

  it("give no address if an element has two", () => {
    expect(behind(1, { forwarded: "for=6.6.6.6;for=1.2.3.4" })).toBeUndefined();
  });

  it("cannot use quotes in X-Forwarded-For, which has none", () => {
    expect(behind(1, { "x-forwarded-for": '"6.6.6.6, 1.2.3.4' })).toBe("1.2.3.4");
    expect(behind(1, { "x-forwarded-for": '"6.6.6.6, 1.2.3.4"' })).toBeUndefined();
    expect(behind(2, { "x-forwarded-for": '", 1.2.3.4, "' })).toBe("1.2.3.4");
  });

  it.each(['\\"', '"', ",", ";", '";', '",', "for=", " ", "\\"])(
    "cannot slow down parsing with %j",
    (piece) => {
      const sent = piece.repeat(Math.ceil(60_000 / piece.length));
      const read = () => {
        for (const name of ["forwarded", "x-forwarded-for"]) {
          behind(1, { [name]: `for="${sent}` });
          behind(1, { [name]: `${sent}"` });
        }
      };
      expect(fastest(read, 500)).toBeLessThan(1_000);
    },
  );
});

describe("an identity from hostile headers", () => {
  it("has no control characters, encoded or not", () => {
    const headers = { cookie: "sid=a%0D%0Ab%00c%1B[31m%C2%9Bd%7F", "user-agent": "a\u0000b\tc" };
    const identity = identityFromRequest(request(headers), {
      sessionId: { cookie: "sid" },
      tenantId: () => "\r\n",
      geo: () => " N\u2028O ",
    });
    expect(identity).toEqual({
      userAgent: "a b c",
      ipAddress: "10.0.0.9",
      sessionId: "a b c [31m d",
      geo: "N O",
    });
  });

  it("is truncated between characters", () => {
    const cookie = `sid=${encodeURIComponent(`${"a".repeat(511)}😀`)}`;
    const { sessionId } = identityFromRequest(request({ cookie }), {
      sessionId: { cookie: "sid" },
    });
    expect(sessionId).toBe("a".repeat(511));
  });

  it.each([
    { "user-agent": null },
    { "user-agent": 7, "x-forwarded-for": 7, forwarded: {} },
    { "x-forwarded-for": ["1.2.3.4", null] },
    { "x-tenant": { toString: () => "acme" } },
    { cookie: ["a=b", "sid=c"] },
  ])("is read from %j without an error", (headers) => {
    const options: IdentityOptions = {
      trustedHops: 1,
      sessionId: { cookie: "sid" },
      tenantId: { header: "x-tenant" },
    };
    expect(() => identityFromRequest(request(headers), options)).not.toThrow();
    const { userAgent, tenantId } = identityFromRequest(request(headers), options);
    expect([userAgent, tenantId]).toEqual([undefined, undefined]);
  });

  it("joins the lines of a repeated header", () => {
    const headers = new Headers([
      ["x-forwarded-for", "6.6.6.6"],
      ["x-forwarded-for", "1.2.3.4"],
    ]);
    const fetched = new Request("http://localhost/", { headers });
    expect(identityFromRequest(fetched, { trustedHops: 1 }).ipAddress).toBe("1.2.3.4");
  });
});

describe("invalid arguments of the identity functions", () => {
  const guard = { withContext() {} } as unknown as GuardedModelClient;

  it.each([undefined, {}, { trustedHops: 1 }])(
    "are rejected if the guard is missing (%j)",
    (given) => {
      const none = given as unknown as GuardedModelClient;
      const said = /guard must be a GuardedModelClient/;
      expect(() => requestContext(none)).toThrow(said);
      expect(() => honoRequestContext(none)).toThrow(said);
    },
  );

  it.each([
    { trustedHops: -1 },
    { forwardedHeader: "x-real-ip" },
    { trustedHop: 1 },
    { sessionId: "x-session" },
    { tenantId: { headers: "x-tenant" } },
  ])("are rejected at setup, not at the first request (%j)", (wrong) => {
    const options = wrong as IdentityOptions;
    for (const make of [requestContext, honoRequestContext]) {
      expect(() => make(guard, options)).toThrow(ConfigurationError);
      expect(() => make(guard, options)).toThrow(new RegExp(`\\b${make.name}\\b`));
    }
    expect(() => identityFromRequest(request({}), options)).toThrow(ConfigurationError);
  });

  it.each([undefined, null, "GET /", 7])("are rejected if the request is %j", (given) => {
    const read = () => identityFromRequest(given as unknown as object);
    expect(read).toThrow(ConfigurationError);
    expect(read).toThrow(/pass the HTTP request/);
  });
});
