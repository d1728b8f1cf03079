import { describe, expect, it } from "vitest";
import { filled } from "../texts/filled.ts";
import { secretsIn, valuesIn } from "../texts/found.ts";

describe("what bundlers write is not masked", () => {
  it.each([
    ["a comparison", "{e.transparent===!0&&e.forceSinglePass===!1?(e.side=1,t(e)):x()}"],
    ["a negation", "else fw=!1;pw=!!n[2],mw=!!n[3]}else{"],
    ["a member and a number", "t[n-1].token===r.token-1&&t[r.end+1].token===i.token+1&&x"],
    ["a default", "o.withCredentials=t.withCredentials??!0,r=J({secrets:t.secrets??!0,x:1})"],
    ["a condition", '"auth/weak-password"==(d&&d.code)?(a=T(d),N(c.i(),!1)):(c&&c.m(),c=new'],
    ["a class of a CSS module", "form:`_form_1oa8v_21`,secret:`_secret_1oa8v_70`,x"],
    ["a class of another module", "{consumedTokens:`_consumedTokens_d4vxd_99`}"],
    ["a path", '["M384 192h-64v128H192v128H0v-25.6h166.4v-128h128v-128H384V192zm-25.6 38.4v128h"]'],
    ["a union", "| A.LoginPassword\n    | KcContext.Terms\n    | KcContext.LoginOauth2DeviceCode"],
    ["an anchor", "(https://github.com/nodejs/node/pull/1/files#diff-HEXR333)"],
  ])("%s", (_title, template) => {
    expect(valuesIn(filled(template).text)).toEqual([]);
  });

  it.each([
    "DB_PASSWORD=!1#vQk^e7Zr~Lp2x\n",
    'if (token === "SHORT") return;',
    "password: !0hM#xk2Pq\n",
    'password: "Blue.HeronMeadow42"',
    "secret:`_SHORT_70`",
  ])("but the value in %j is", (template) => {
    const { text } = filled(template);
    expect(secretsIn(text)).toHaveLength(1);
  });
});

describe("words of other languages are words", () => {
  it.each([
    'passwordConfirm: "Megerősítés"',
    "currentPassword=Pašreizējā parole",
    'password_again: "Přihlašovací"',
    'password: "Năvigațiuneă"',
    'password: "ĐặtLạiMậtKhẩu"',
  ])("%s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });

  it.each(['password: "Megerősítés4711"', 'password: "ű#7Ké!qPő2"', "password=§kX9£mQ2€vL7\n"])(
    "but with digits and signs they are a password: %s",
    (text) => {
      expect(secretsIn(text)).toHaveLength(1);
    },
  );
});
