import { describe, expect, it } from "vitest";
import { valuesIn } from "./texts/found.ts";
import { spread } from "./texts/spread.ts";

/** Those of the texts in which something else than `expected` is found. */
function otherThan(expected: readonly string[], texts: readonly string[]): string[] {
  return texts.filter((text) => valuesIn(text).join() !== expected.join());
}

const VERSION = "19.2.14.3";
const SHORT = "1.2.3.4";

describe("an IPv4 address", () => {
  it.each([
    "{v,ver,ver.,vers.,version,version.,version: ,version=,release,build,rev,revision,firmware} @",
    "{step,section,sec.,clause,chapter,table,figure,fig.,paragraph,§,oid,protocol} @",
    "{assembly,assemblyversion} = @",
    "version_compare('@', PHP_VERSION)",
    "version {=>,%3d,:,(} @",
    "{npm,npm@,pnpm,pnpm@,yarn,yarn@,pip,jdk,openjdk,dotnet,cmake} @",
    "{chrome,chromium,electron@,electron,v8@,v8} @",
    "implementation 'org.example:library:@'",
    "{bump,bumped,bumping} left-pad to @",
    "{dep,deps}: left-pad to @",
    "{up,down}grad{e,es,ed,ing}{, from} @",
    "{up,down}graded left-pad {->,→} @",
    "{up,down}graded from 9.1 to @",
    "@-{alpha,beta,rc,pre,dev,snapshot,release,nightly,gabc-0123abcd}",
    '@{,",),`,,} release',
    "@{, or lower, and later, or newer, or older, and earlier, or higher, or above, or below}.",
    "'@' {or,and} later",
    '{versionName,version_info,VERSION_STRING,versionCode} = "@"',
    '"{FileVersion,ProductVersion}", "@"',
    '{\\"version_name\\":\\"@\\"}',
    "pkgver=@",
    "{added,fixed,introduced,deprecated,removed,available} {in,since,as of} @",
    "{ecma-262,ECMAScript,ES6,ES2017} @",
    "@ Object.defineProperty(target, name)",
    "@ / 15.2.3.6 get Object.keys(target)",
    "@ / 2020-03-04\n====",
  ])("is not assumed where versions and sections are: %j", (pattern) => {
    const texts = spread(pattern).map((text) => `the ${text.replace("@", VERSION)}`);
    const versions = texts.filter((text) => !text.endsWith(`the ${VERSION}`));
    expect(
      otherThan(
        [],
        versions.filter((text) => text !== `the ${VERSION}.`),
      ),
    ).toEqual([]);
  });

  it.each([
    "left-pad{==,===}@",
    "left-pad{>=,~=,~> }@",
    "gem 'left-pad', '{>=,~>} @'",
    '"left-pad": "{^,~}@"',
    "GEM\n  specs:\n    left-pad (@)\n    right-pad (@)\n",
    "# Changes\n\n## [@] - 2020-03-04\n",
    "image: registry.example/pad:@",
    "FROM base\nFROM registry.example/pad:@",
  ])("is not assumed where packages are required, locked and released: %j", (pattern) => {
    const texts = spread(pattern).map((text) => text.replaceAll("@", VERSION));
    expect(otherThan([], texts)).toEqual([]);
  });

  it.each([
    "{ip.src,dst_host,remote_addr}==@",
    "addresses >= @",
    "grep '^@ ' access.log",
    "## @ (gateway)",
    "    server (@)\n",
    "host:@",
  ])("is found where addresses are compared and listed: %j", (pattern) => {
    const texts = spread(pattern).map((text) => text.replace("@", VERSION));
    expect(otherThan([VERSION], texts)).toEqual([]);
  });

  it.each([
    "{src,node,source,first,range,visitor,sender}{>=,==,~=}@",
    "34.8.1.77 ~> @",
    "visitors: '^@$'",
    "## [@]\nscanned",
    "traceroute to ada\n    hop-b (@)  2 ms\n",
    "@ / 2024-05-01 10:00 GET",
    "@ error.log",
    "blocked in @ {proxy,map,set,math}.example.com",
    "added in @:8080",
    '"{step,build,protocol}", "@"',
  ])("is found where hosts are compared, listed and reached: %j", (pattern) => {
    const texts = spread(pattern).map((text) => text.replace("@", VERSION));
    expect(texts.filter((text) => !valuesIn(text).includes(VERSION))).toEqual([]);
  });

  it.each(["203.0.113.7", "10.2.14.3", "172.16.8.9", "192.168.7.40", "52.14.3.77", "19.8.1.0/24"])(
    "that is no usual version is found where requirements and changes are, too: %s",
    (address) => {
      const texts = spread(
        "{edge==,edge>=,edge ~> ,added in ,removed since ,image: edge:,es7 ,deny: '^}@",
      ).map((text) => text.replace("@", address));
      expect(texts.filter((text) => valuesIn(text).join() !== address)).toEqual([]);
    },
  );

  it.each([
    "{revenue,clausewitz,table\nof,steps} @",
    'the "v": @',
    "v = @",
    "@-alphabet",
    "@ or laterally",
  ])("is found beside words that only resemble them: %j", (pattern) => {
    const texts = spread(pattern).map((text) => text.replace("@", VERSION));
    expect(otherThan([VERSION], texts)).toEqual([]);
  });

  it.each([
    "{ip,addr,address,host,server,dns,gateway,subnet,resolver,netmask,proxy,client,peer} @",
    "{from,ping,ssh,curl,bind,listen,route} @",
  ])("of four single digits is found near words about networks: %j", (pattern) => {
    const texts = spread(pattern).map((text) => `the ${text.replace("@", SHORT)}`);
    const found = texts.filter((text) => text.endsWith(SHORT));
    expect(otherThan([SHORT], found)).toEqual([]);
    expect(found.length).toBeGreaterThan(0);
  });

  it("of four single digits is not assumed elsewhere", () => {
    expect(otherThan([], ["the item 1.2.3.4", "fromage 1.2.3.4", "shipping 1.2.3.4"])).toEqual([]);
    expect(otherThan([SHORT], ["//1.2.3.4", "me@1.2.3.4"])).toEqual([]);
  });

  it.each([".", "[.]", "(.)", "{.}", "[dot]", "(dot)", " dot ", " . ", "\\."])(
    "is found with dots written as %j",
    (dot) => {
      const address = ["203", "0", "113", "7"].join(dot);
      expect(valuesIn(`see ${address} there`)).toEqual([address]);
    },
  );

  it.each(["0", "8", "19", "29", "30", "32"])("is found with its prefix length %s", (length) => {
    expect(valuesIn(`from 203.0.113.0/${length} on`)).toEqual([`203.0.113.0/${length}`]);
  });

  it("is found without what is no prefix length", () => {
    expect(valuesIn("from 203.0.113.0/33 and 203.0.113.0/240")).toEqual([
      "203.0.113.0",
      "203.0.113.0",
    ]);
  });

  it.each([
    "M1 2.8-.5.12.39.3.72c1 1",
    "h1.2 2.12 9.5-2.12 3.51.98.32-.7z",
    "h1.2 2.12 9.5-2.12 3.51.98.32 -.7z",
    "h1.2 2.12 9.5-2.12,3.51.98.32,1.5",
    "h1.2 2.12 9.5-2.12 3.51.98.32c1.5-2",
    "h1.2 2.12 9.5-2.12 3.51.98.32c-1.5-2",
    "a6 6 0 0 0-7.71 7.74.75.75 0 0 0 .59 1.19c1 2",
    "l5.4 41 10.74.76.43.22 1.91-.64 1.7-1.2z",
    "c3 1 138.7-47 139.3-46.3.8.9 31.9 102.2 31.5z",
    "M2 241.2c-1.05.52-1.31.79.79 1.31 60.49 16.5z",
    "c2 0 16.3 2.6 18.1 10.6.2.8.8 1.3 1.6 1.3h7",
    "l1.2 3.93.07 40.23.41 42.82.11.84.27 2.23 5.1 2.1",
    "m20.52 14.248.53.53.872-.871-1.174-1",
    "c-2.1 4.24 0 01-.134 1.223.123.123",
    "a3.435 3.435 0 013.304 1.64.75.75 0 01-1.284.775 1.93 1.93 0 0z",
    "a.841.841 0 11-.001.001zm-104.996 3.14a.532.532 0 11-.001 1.063.532.532 0 01.001-1.063z",
  ])("is not assumed in the path of a drawing: %s", (path) => {
    expect(valuesIn(`<path d="${path}"/>`)).toEqual([]);
  });

  it.each([
    "2026-11-29 10.74.76.43 0.123 200",
    "0 200 10.74.76.43 0.5s",
    "10.74.76.40-10.74.76.43",
    "host-a 10.74.76.43 10.74.76.44 10.74.76.45",
    "1.5 ms 10.74.76.43 at 2.5 ms",
    "1, 10.74.76.43, 12, 10.74.76.44, 14",
    "latitude 1.5-2.5 at 10.74.76.43",
  ])("is found among other numbers: %s", (text) => {
    expect(valuesIn(text)).toEqual(text.match(/10\.74\.76\.\d\d/g));
  });
});

describe("an IPv6 address", () => {
  it.each([
    "{ip,ipv6,addr,address,host,server,dns,gateway,subnet,src,dst,bind,listen,peer,inet} ",
    "{loopback,proxy,ping,ssh,interface,network,host=,root@,http://,http://[} ",
  ])("of few digits is found near words about networks: %j", (pattern) => {
    const texts = spread(pattern).map((words) => words.replace(/([=@/[]) $/, "$1"));
    expect(
      otherThan(
        ["a::1"],
        texts.map((words) => `the ${words}a::1`),
      ),
    ).toEqual([]);
    expect(
      otherThan(
        ["dead::beef"],
        texts.map((words) => `the ${words}dead::beef`),
      ),
    ).toEqual([]);
    expect(valuesIn("the item a::1, and dead::beef")).toEqual([]);
  });

  it.each(["%eth0", "%en0/64", "/0", "/9", "/64", "/99", "/100", "/119", "/128", "%1"])(
    "is found with its zone and prefix length: %s",
    (tail) => {
      expect(valuesIn(`at fe80::12:34${tail} now`)).toEqual([`fe80::12:34${tail}`]);
    },
  );

  it.each([
    ["2001:db8:0:0:0:0:192.168.1.1", true],
    ["::ffff:255.255.255.255", true],
    ["::10.0.0.1", true],
    ["::ffff:256.0.0.1", false],
    ["::ffff:192.168.1", false],
    ["684D:1111:222:3333:4444:5555:77", false],
  ])("is found with the four octets of IPv4, and with all its groups: %s, %s", (address, isOne) => {
    expect(valuesIn(address)).toEqual(isOne ? [address] : []);
  });

  it("is found without what is no prefix length", () => {
    expect(valuesIn("at fe80::12:34/129 or fe80::12:34/1280")).toEqual([
      "fe80::12:34",
      "fe80::12:34",
    ]);
  });

  it.each([
    'ip="{}"',
    "host: {} up",
    "listen {} now",
    "bind ({})",
    "ip address {}, port 80",
    "on {} to {}/0",
    'from "{}"',
  ])("without digits is found where an address is expected: %s", (text) => {
    const all = text.replaceAll("{}", "::");
    expect(valuesIn(`ip ${all}`).map((value) => value.slice(0, 2))).toEqual(all.match(/::/g));
  });

  it.each([
    "std::vector on ::",
    "host :: String",
    "data C = C { from :: Int }",
    "x[::]",
    "foo()[::2]",
    'f(b"4.25")[::2]',
    "b[10::-1]",
    "a[1][::2]",
    "ip ::x",
  ])("is not assumed in code: %s", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});

describe("a MAC address", () => {
  it.each([
    '{mac address,mac_address,mac-addr,macaddr,macaddress,hwaddr,hw_addr,bd_addr,bdaddr}{:, is ,=,"="}',
    "{hw_address,bssid,BSSID,mac,MAC,hwaddresse,mac addresse} {# ,: ,= ,is }",
  ])("without separators is found directly behind its name: %s", (pattern) => {
    const bare = "001A2B3C4D5E";
    expect(
      otherThan(
        [bare],
        spread(pattern).map((words) => `the ${words}${bare}`),
      ),
    ).toEqual([]);
  });

  it.each(["0012.3456.789A", "0012.3456.789a", "34:91:99:1B:C0:9E"])(
    "is found in capitals, with dots and behind a full-width colon: %s",
    (address) => {
      expect(valuesIn(`：${address}，`)).toEqual([address]);
    },
  );

  it("without separators is not assumed elsewhere", () => {
    const texts = spread("{big mac,the imac,hash,mac of item,essid} 001A2B3C4D5E");
    expect(otherThan([], texts)).toEqual([]);
  });

  it("is not assumed in a recent date with a time", () => {
    const days = ["15-01-09", "26-12-10", "39-10-31", "01-11-15", "29-02-24", "31-12-23"];
    const texts = days.flatMap((day) => [`${day}-00-59-09`, `${day}-19-00-30`, `${day}-23-10-11`]);
    expect(
      otherThan(
        [],
        texts.map((text) => `backup-of ${text}`),
      ),
    ).toEqual([]);
  });

  it.each(["33-13-01-10-11-12", "32-12-32-10-11-12", "26-12-01-24-11-12", "14-12-99-10-11-12"])(
    "is found if it is no date: %s",
    (address) => {
      expect(valuesIn(`from ${address} on`)).toEqual([address]);
    },
  );
});
