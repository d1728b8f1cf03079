import { describe, expect, it } from "vitest";
import { valuesIn } from "../texts/found.ts";
import { pick, randomFrom } from "../texts/samples.ts";

const code = `4${pick(randomFrom(91), "123456789", 5)}`;
const pin = code.slice(0, 4);

describe("a code to log in with is found", () => {
  it.each([
    ["below its name", `Passcode\n${code}`],
    ["below its name and a blank line", `Verification code\n\n${code}\n`],
    ["below a sentence", `Your confirmation code is below:\n\n${code}\n\nThanks`],
    ["below its short name", `OTP\n${code}`],
    ["between tags", `<p>Your code is <strong>${code}</strong></p>`],
    ["in a heading", `<p>Your verification code is:</p>\n<h1 class="big">${code}</h1>`],
    ["in a field of a page", `<input name="otp" type="text" maxlength="6" value="${code}">`],
    ["in an element with its name", `<div class="otp-code">${code}</div>`],
    ["behind what it is for", `Use the following verification code to log in: ${code}`],
    ["behind what it confirms", `Enter this code to confirm your email: ${code}`],
    ["before what it verifies", `Use ${code} to verify your Acme account.`],
    ["before what it verifies in capitals", `Use ${code} to verify your Email`],
    ["at the end of a message", `Acme: ${code} is your code.`],
    ["that is called a token", `MFA token ${code}`],
    ["as the answer to a bot", `Bot: Please enter the code we sent you.\nUser: ${code}`],
    ["in German", `Kenncode: ${code}`],
  ])("%s", (_where, text) => {
    expect(valuesIn(text)).toEqual([code]);
  });

  it.each([
    ["below its name", `PIN\n${pin}`],
    ["in the next cell", `<tr><td>PIN</td><td>${pin}</td></tr>`],
    ["behind its name in bold", `<b>PIN:</b> ${pin}`],
    ["of a mailbox", `voicemail pin ${pin}`],
    ["of a safe", `Safe combination: ${pin}`],
    ["that it was changed to", `I set the door to PIN ${pin}`],
    ["of a telephone with a number", `Huawei P30 PIN ${pin}`],
    ["before a verb", `The PIN is ${pin} pack it`],
    ["below the request for it", `Enter pin\n${pin}`],
    ["below whose it is", `Card pin\n${pin}`],
  ])("as a PIN %s", (_where, text) => {
    expect(valuesIn(text)).toEqual([pin]);
  });

  it.each([
    "Access code\n2024 edition, security code\n2023\n",
    "connect it to the next pin\n1001 times",
    `Promo code to complete your order: ${code}. Status code to confirm the fault: 4001`,
    "Use 4096 to verify your bits, 2048 is your code base size",
    "PIN 4000 series microcontrollers, SAFETY PIN 3000 pieces, J4 PIN 1001 to PIN 1012",
    "Pin\n1001\n1002\n1003\n",
    '<li class="pin">2019</li>, use 1000000 to verify your setup, code to reset the counter: 10000',
    '<input name="otp" maxlength="6" placeholder="123456">',
    "Rolling pin\n1234\n",
    "<td>Enamel pin</td><td>1299</td>",
    "4096 is your code limit, 4040 is your code coverage target",
    "use 1000000 to verify your numbers",
    "a safe combination: 2000 mg, lock combination = 4096 permutations",
  ])("but not in %j", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});
