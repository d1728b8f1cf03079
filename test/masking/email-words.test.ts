import { describe, expect, it } from "vitest";
import { valuesIn } from "./texts/found.ts";
import { spread } from "./texts/spread.ts";

/** The texts that `pattern` stands for that are not found as a whole. */
function missedOf(pattern: string): string[] {
  return spread(pattern).filter((text) => valuesIn(`to ${text}, please`).join() !== text);
}

/** Those in which something is found. */
function foundOf(pattern: string): string[] {
  return spread(pattern).filter((text) => valuesIn(text).length > 0);
}

describe("an email address is found with its signs written as", () => {
  it.each([
    "jane{[at],(at),<at>,[ at ],( at ),[@],(@),_at_,-at-, - at - , [at] , (at) , <at> }example.com",
    "jane.doe {[arroba],(arroba),arroba,[arobase],(arobase),arobase,chiocciola} example.com",
    "jane.doe {(chiocciola),[klammeraffe],(klammeraffe),[ät],(ät)} example.com",
    "jane.doe {(собака),[собака],собака,собачка,(małpa),[małpa],małpa} example.com",
    "jane.doe {apenstaartje,(apenstaartje)} example.com",
    "jane.doe {klammeraffe,snabel-a,(snabela),kukac,(kukac),zavináč,[zavinac],골뱅이,アットマーク} example.com",
    "jane{[at),(at],*at*,~at~,|at|}example.com",
    "jane@example{ (punkt) ,(point), [punto] , точка , kropka , tečka }com",
    "jane.doe@example{ . , .}com",
    "jane at example {dot,punto,punkt,ponto} com",
    "jane (at) example {point,точка,kropka,punt} com",
    "jane@example{[dot],(dot),_dot_,-dot-,[.],(.), dot , [dot] , (dot) }com",
    "jane@mail{ dot ,.}example{ dot ,[dot]}co{ dot ,[.]}uk",
    "jane{ dot ,.,[dot]}doe{[at], (at) }example{ dot ,.,[.]}com",
    "jane {underscore,dash,hyphen,minus,unterstrich,bindestrich,tiret} doe at example dot com",
    "jane {guion,guion bajo,guión,trattino} doe at example dot com",
    "{stay-at-home,stay_at_home} (at) example.com",
    "иван собака почта точка {ру,рф,ком,нет,орг}",
    "jane at example dot {org,de,io}",
  ])("in %s", (pattern) => {
    expect(missedOf(pattern)).toEqual([]);
  });

  it.each([
    ["jane", "{at}", "example.com"],
    ["jane", " {at} ", "example", "{dot}", "com"],
  ])("in braces: %s", (...parts) => {
    const address = parts.join("");
    expect(valuesIn(`to ${address}, please`)).toEqual([address]);
  });
});

describe("no email address is assumed", () => {
  it.each([
    "{am,is,are,was,were,been,be,being,look,looks,looked,looking} at example dot com",
    "{lives,lived,living,stay,stays,stayed,staying,arrive,arrives,arrived,arriving} at home dot com",
    "{works,worked,working,bought,found,saw,met,us,them,you,they,we,he,she} at home dot com",
    "{and,or,not,then,there,here} at example dot com",
    "people at {a,an,the,this,that,these,those,each,every,any,one,some} dot com",
    "people at {my,your,our,his,her,its,their,which,what,first,last,least,once,all} dot com",
    "work at index dot html",
    "do-not-look-at-pidfile.patch",
    "getaux_at_secure.diff",
    "log(self.MSG_DIFF_AT_KEY.format(key))",
    "border: 1px solid @slider-dot-border-color; bottom: -@carousel-dot-margin",
  ])("in sentences and names of files: %s", (pattern) => {
    expect(foundOf(pattern)).toEqual([]);
  });

  it.each([
    "unit@1.{service,socket,timer,mount,automount,slice,scope,swap,device}",
    "icon@2x.{png,jpg,jpeg,gif,svg,webp,ico,bmp,css,scss,less}",
    "lib@a.{js,jsx,mjs,cjs,ts,tsx,json,map,html,htm,txt,xml,yaml,yml}",
    "x@object.{class,prototype,length,method,property,self,this,value}",
    "pkg@v.{beta,alpha,rc,next,latest,snapshot}",
    "members@odata.{bind,count,context,type,etag,nextLink,deltaLink,navigationLink}",
    "photo@odata.{mediaContentType,mediaEditLink,mediaReadLink,mediaEtag}",
    "data[u'@odata.id']",
    "owner@odata.id, members@odata.type",
    "lodash@4.17.beta",
    "lodash@4.17",
    "lodash@4.17-rc.one",
    "{git,hg,svn,gitea,gitlab,aws,noreply-git}@host.example.com",
    "chacha20-poly1305@{openssh.com,libssh.org,lysator.liu.se}",
    "zlib@openssh.com",
  ])("in names of files, versions, units and accounts of tools: %s", (pattern) => {
    expect(foundOf(pattern)).toEqual([]);
  });
});

describe("an email address is found without", () => {
  it.each(["json", "map"])("the ending of a file that is named after it: .%s", (ending) => {
    const addresses = spread("jane@{mail.example.com,example.net,example.org,example.edu}");
    for (const address of [...addresses, "jane@example.gov", "jane@example.co.uk"]) {
      const values = valuesIn(`see ${address}.${ending}`);
      expect(values).toEqual([address]);
    }
  });

  it.each(["%00", "%1F", "%20", "%2F", "%3A", "%3F", "%40", "%5B", "%5E", "%60", "%7B", "%7F"])(
    "an escape of a separator before it: %s",
    (separator) => {
      expect(valuesIn(`x=a${separator}jane@example.com`)).toEqual(["jane@example.com"]);
    },
  );

  it.each(["user%dept@example.com", "a%2Bjane@example.com", "a%C3%A9jane@example.com"])(
    "but with a percent sign of its own: %s",
    (address) => {
      expect(valuesIn(`mail ${address} now`)).toEqual([address]);
    },
  );

  it.each(["--member='user:@'", "<@>", "…@…"])("what surrounds it: %s", (around) => {
    for (const address of ["jane-doe@example.com", "jane@163.com", "jane@xn--bcher-kva.example"])
      expect(valuesIn(around.replace("@", address))).toEqual([address]);
  });

  it("the brackets of an address in place of a domain", () => {
    const addresses = [
      ...["jane@[192.0.2.1]", "jane@[134.184.183.138]"],
      ...["jane@[IPv6:2001:db8::1]", "jane@[IPv6:2001:db8::beef]"],
    ];
    expect(valuesIn(addresses.join(" and "))).toEqual(addresses);
    expect(valuesIn("jane@[IPv6:x]")).toEqual([]);
  });
});

it.each([
  ["mail {jane@example.com} . It is important"],
  ["mail {jane@example.com} .In the end"],
  ["écrivez à {jane@example.fr} . Me répondre"],
  ["ask bob@acme . In the meantime, user@host .is down"],
  ["hosted *at* example.com, bought |at| example.org"],
])(
  "a sentence behind a space and a dot, or an emphasized word, is no part of an address: %s",
  (text) => {
    const inBraces = /\{(.+)\}/.exec(text)?.[1];
    expect(valuesIn(text.replace(/[{}]/g, ""))).toEqual(inBraces === undefined ? [] : [inBraces]);
  },
);

it("an address spelled letter by letter is found to its end", () => {
  const address = "j a n e @ m a i l . c o m";
  expect(valuesIn(`it is ${address}`)).toEqual([address]);
});
