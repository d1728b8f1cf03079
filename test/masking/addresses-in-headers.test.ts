import { describe, expect, it } from "vitest";
import { createMasker } from "../../src/masking/index.ts";

const masker = createMasker();

function found(text: string): string[] {
  return masker.detect(text).map(({ type, start, end }) => `${type} ${text.slice(start, end)}`);
}

const TO = "3c:a6:2f:10:be:07";
const FROM = "b8:27:eb:4f:91:d2";

describe("hardware addresses among more bytes are found", () => {
  it.each([
    [
      "of both sides, in what a firewall logs",
      `IN=eth0 MAC=${TO}:${FROM}:08:00 LEN=40`,
      [TO, FROM],
    ],
    ["in a header of IPv6", `MAC=${TO}:${FROM}:86:dd`, [TO, FROM]],
    ["in a DHCP client's identifier", `client-id 01:${FROM}`, [FROM]],
    ["in a DUID with a time", `duid 00:01:00:01:2a:5e:70:11:${FROM}, hostname pi`, [FROM]],
    ["in a DUID without one", `DUID=00:03:00:01:${FROM}`, [FROM]],
  ])("%s", (_where, text, addresses) => {
    expect(found(text)).toEqual(addresses.map((address) => `MAC ${address}`));
  });

  it.each([
    ["fingerprints", `MD5 ${TO}:${FROM}:08:00:1f:a0`],
    ["moments", "timecode 01:00:10:20:30:40:50"],
    ["other bytes", `SysEx ${TO}:01:02, then ${TO}:${FROM}:09:01`],
  ])("but not in %s", (_what, text) => {
    expect(found(text)).toEqual([]);
  });
});

describe("an IPv4 address joined to a word that is no product is found", () => {
  it.each([
    [
      "where a proxy got the answer",
      "TCP_MISS/200 1234 GET http://x.example/ - HIER_DIRECT/@ text/html",
    ],
    ["from another proxy", "TCP_HIT/200 512 GET http://x.example/ - FIRSTUP_PARENT/@ -"],
    ["behind a protocol", "bash -i >& /dev/tcp/@/4444 0>&1"],
    ["in a multiaddress", "/ip4/@/tcp/4001"],
    ["behind a firewall's zone", "from outside/@ to inside/@"],
    ["in a host's name", "PTR host-@.isp.example, ip_@"],
  ])("%s", (_where, text) => {
    const addresses = [...text.matchAll(/@/g)].map(() => "IP 203.0.113.7");
    expect(found(text.replaceAll("@", "203.0.113.7"))).toEqual(addresses);
  });

  it.each([
    [
      "a browser's version",
      "Mozilla/5.0 Chrome/120.0.0.0 Edg/120.0.0.0 OPR/106.0.0.0 YaBrowser/24.1.5.80",
    ],
    [
      "a package's version",
      "libfoo-1.2.10.4.so chromedriver_114.0.57.90 plug-in/10.0.19.41 db-host-10.0.19.4.jar",
    ],
  ])("but not %s", (_what, text) => {
    expect(found(text)).toEqual([]);
  });
});

describe("an IPv6 address with a port and without brackets is found", () => {
  it.each([
    [
      "in what tcpdump prints",
      "IP6 2001:db8:4:2::1f.51234 > 2a02:8109:9a40:1b2c:3d4e:5f60:7a8b:9c0d.53124: Flags [S]",
    ],
    [
      "in what netstat prints",
      "tcp6 0 0 2001:db8:4:2::1f:51234 2a02:8109:9a40:1b2c:3d4e:5f60:7a8b:9c0d:22 ESTABLISHED",
    ],
    [
      "with the name of a service",
      "IP6 2001:db8:4:2::1f.53124 > 2a02:8109:9a40:1b2c:3d4e:5f60:7a8b:9c0d.https: UDP",
    ],
  ])("%s", (_where, text) => {
    expect(found(text)).toEqual([
      "IP 2001:db8:4:2::1f",
      "IP 2a02:8109:9a40:1b2c:3d4e:5f60:7a8b:9c0d",
    ]);
  });

  it("and one that ends with an IPv4 address stays whole", () => {
    expect(found("from ::ffff:203.0.113.7, 64:ff9b::203.0.113.7.")).toEqual([
      "IP ::ffff:203.0.113.7",
      "IP 64:ff9b::203.0.113.7",
    ]);
  });
});

describe("an IPv4 address in the name of a machine is found", () => {
  it.each([
    ["of a private network", "ubuntu@ip-172-31-20-5:~$ uptime", "172-31-20-5"],
    ["with its domain", "at ip-10-2-14-3.eu-west-1.compute.internal:8080", "10-2-14-3"],
    ["that is public", "https://ec2-203-0-113-25.compute-1.amazonaws.com/", "203-0-113-25"],
  ])("%s", (_of, text, address) => {
    expect(found(text)).toEqual([`IP ${address}`]);
  });

  it("but no version, date or number of a chapter", () => {
    const text =
      "zip-10-2-14-3.tar, ip-1-2-3-4, ip-2026-11-29-10, ip-10-2-14-3-beta, ip-10-02-14-3";
    expect(found(text)).toEqual([]);
  });
});
