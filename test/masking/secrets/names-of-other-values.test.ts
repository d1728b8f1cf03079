import { describe, expect, it } from "vitest";
import { secretsIn } from "../texts/found.ts";
import { HEX, pick, randomFrom, token } from "../texts/samples.ts";

const random = randomFrom(131);
/** Values that are found behind names that say nothing of them. */
const mixed = token(132, 34);
const long = token(133, 40);
const digest = pick(random, HEX, 40);
const code = "482913";

const words = (text: string): string[] => text.split(" ");

describe("a random value is left as it is", () => {
  it.each(
    words(
      "mailid mailids identifier hash sha1 mailsha sum sums md5 digest checksum crc nonce integrity etag state cursor sig data content body text image img icon font src url uri link path file public actual result output input b64 alphabet chars table addr video version commit rev uuid guid ref name class selector regex pattern test value str payload msg message buffer bytes wasm code query html css svg seed block tx cid slug title label type boundary verifier challenge fixture sample mock shasum oid tree parent head base cache iv q hex order want got have given exp",
    ),
  )("in a variable that is called %s", (name) => {
    expect(secretsIn(`mailer = "${mixed}"\n`)).toEqual([mixed]);
    expect(secretsIn(`${name} = "${mixed}"\n`)).toEqual([]);
  });

  it.each(
    words(
      "sha md5 h1 nonce etag chatcmpl cmpl modr req request resp response trace span msg message call toolu run thread asst file batch chunk img image user uid id key_id index main build static v2 wamid mid cid cursor page evt event boundary checksum digest hash fingerprint sig signature thumb thumbnail pkg package doc document asset blob layer cache snapshot rev revision commit",
    ),
  )("behind %s_", (prefix) => {
    expect(secretsIn(`see acme_${mixed} there`)).toEqual([`acme_${mixed}`]);
    expect(secretsIn(`see ${prefix}_${mixed} there`)).toEqual([]);
  });

  it.each(
    words(
      "mint address account wallet program contract pubkey hash digest sha256 md5 checksum integrity fingerprint commit revision cursor page next sheet doc document file folder version etag id ids uuid guid request trace span message device cid ipfs peer nonce state challenge base64 encoded certificate cert ssh-rsa expect assert equal test video module image tenant bucket user under theme serial type site-verification continuation pagination sync delta offset send transfer deposit swap coin coins nft chain tx txn block arn link playlist symbol object memory cache annex keyword class shopId user_id clientid",
    ),
  )("near the word %s", (word) => {
    expect(secretsIn(`We have a token for the mailer ${long} here`)).toEqual([long]);
    expect(secretsIn(`We have a token for the ${word} ${long} here`)).toEqual([]);
  });

  it.each(
    words(
      "blob object snapshot layer manifest node peer asset artifact package module image logger page cell user item event task job process thread channel room game model record entity doc product migration lock group team project repo branch member view component element widget field row entry device sensor crypto cipher md mac aes rng random gtag store git",
    ),
  )("as the argument of mailer.%s", (name) => {
    expect(secretsIn(`client = mailer.Mail("${mixed}")`)).toEqual([mixed]);
    expect(secretsIn(`client = mailer.${name}("${mixed}")`)).toEqual([]);
  });

  it.each(
    words(
      "Get Find Show LookUp look_up Load Fetch Open Read Checkout By Delete Remove Call Use Register Update Resolve Add List Select Query Set Has Is Check Validate Close Revoke",
    ),
  )("as the argument of mailer.%sApi", (verb) => {
    expect(secretsIn(`mailer.NewApi("${mixed}")`)).toEqual([mixed]);
    expect(secretsIn(`mailer.${verb}Api("${mixed}")`)).toEqual([]);
  });

  it.each(
    words(
      "commit commits blob blobs tree trees tx sha sha256 block blocks raw compare archive pull address ipfs token file files release releases asset assets static doc docs image images",
    ),
  )("behind /%s/ in an address", (part) => {
    const address = "https://hooks.shop.example";
    expect(secretsIn(`${address}/in/${mixed}`)).toEqual([mixed]);
    expect(secretsIn(`${address}/${part}/${mixed}`)).toEqual([]);
  });

  it.each(words("delivery deliveries log logs event events subscription runs job jobs projects"))(
    "among the %s of a webhook",
    (part) => {
      expect(secretsIn(`https://shop.example/hook/${part}/${mixed}`)).toEqual([]);
    },
  );

  it.each(words("github githubusercontent gitlab bitbucket npmjs medium"))("at %s", (host) => {
    expect(secretsIn(`https://www.shop.example/hook/${mixed}`)).toEqual([mixed]);
    expect(secretsIn(`https://www.${host}.example/hook/${mixed}`)).toEqual([]);
  });

  it.each(
    words(
      "user user-name login email host hostname port database dbname db schema name type region bucket endpoint crt pem pub ca tls.crt",
    ),
  )("as the %s of an object of Kubernetes", (name) => {
    const object = (key: string): string =>
      `apiVersion: v1\nkind: Secret\nstringData:\n  ${key}: heron68\n`;
    expect(secretsIn(object("mail"))).toEqual(["heron68"]);
    expect(secretsIn(object(name))).toEqual([]);
  });

  it.each(words("fingerprint thumbprint release build pwned chart mirror alg kid"))(
    "as the %s in a block of secrets",
    (name) => {
      const block = (key: string): string => `secrets:\n  ${key}: ${digest}\n`;
      expect(secretsIn(block("mail"))).toEqual([digest]);
      expect(secretsIn(block(name))).toEqual([]);
    },
  );
});

describe("a number is left as it is", () => {
  it.each(
    words(
      "zip post postal area country location room error status promo discount coupon voucher gift product item referral order tracking booking ticket course tax customer employee source exit dress",
    ),
  )("as a %s code", (of) => {
    expect(secretsIn(`${code} is your Shop code`)).toEqual([code]);
    expect(secretsIn(`${code} is your ${of} code`)).toEqual([]);
    expect(secretsIn(`Your ${of} code is ${code}`)).toEqual([]);
  });

  it.each(words("error exit status promo discount"))("as a code of the kind %s", (of) => {
    expect(secretsIn(`use code ${code} to log in`)).toEqual([code]);
    expect(secretsIn(`${of} code ${code} to log in`)).toEqual([]);
  });
});
