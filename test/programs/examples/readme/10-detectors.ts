import { createMasker, defineDetector } from "../../../../src/masking/index.ts";

const masker = createMasker({
  types: { IP: false },
  nationalIds: true,
  allow: ["support@example.com", "@example.org"],
  placeholder: "<{type}:{n}>",
  detectors: [
    defineDetector({
      type: "CUSTOMER_NUMBER",
      pattern: /\bC-\d{6}\b/,
      validate: (value) => Number(value.slice(2)) % 7 === 0,
      context: ["customer", "account"],
    }),
  ],
});

const { text, spans, vault } = masker.mask("Customer C-700000 wrote to support@example.com.");
console.log(text); // Customer <CUSTOMER_NUMBER:1> wrote to support@example.com.
console.log(spans); // position, type and placeholder of each value
console.log(vault); // prints how many values it holds, never the values
