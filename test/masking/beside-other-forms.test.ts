import { describe, expect, it } from "vitest";
import { valuesIn } from "./texts/found.ts";
import { token } from "./texts/samples.ts";

const password = ["Som", "mer2024!"].join("");
const key = token(4, 32);

describe("a real value is found where something else has nearly the same form", () => {
  it.each([
    [`log("password: "+f("${password}"))`, password],
    [`url("?api_key="+escape("${key}"))`, key],
    ["server-1024-00-11-22-33-44-55", "00-11-22-33-44-55"],
    ['<h1 class="title">52.14.33.12. down</h1>', "52.14.33.12"],
    ["21.14.3.12 web01\n......", "21.14.3.12"],
    ["passwords:\n3fa9c21 bob\n8bd01e7 alice", "3fa9c21"],
    ["Telefon: 00123456", "00123456"],
  ])("%j", (text, value) => {
    expect(valuesIn(text).join(" ")).toContain(value);
  });

  it("a private key that begins like a public one", () => {
    const secret = ["AAAAB3NzaC1yc2", `E${token(5, 420)}`].join("");
    expect(valuesIn(`private_key: ${secret}`)).toEqual([secret]);
  });
});

describe("nothing is found in texts that only look alike", () => {
  it.each([
    "cep;cidade;uf\n01310-100;São Paulo;SP\n20040-020;Rio de Janeiro;RJ",
    "barcode,cell,umi\nx,1048571,3\ny,2048573,4",
    "Preise für Ringe 12 34 56 78 mm",
    "A liga pro 2024 2025 tem 20 times",
    "наберите 20 000 000 баллов",
    `["microphone"]=> string(8) "20240115"`,
    "pixels 255:100:200:300:400:500:600:255:100",
    "[+] HKLM\\Software:Windows10",
  ])("%j", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});
