import { createFetchTransport } from "../../src/transport/fetch-transport.ts";
import { createUndiciTransport } from "../../src/transport/undici-transport.ts";
import { describeTransport } from "./transport-contract.ts";

describeTransport("the built-in transport", (baseURL) => createUndiciTransport({ baseURL }));
describeTransport("the transport over a fetch", (baseURL) =>
  createFetchTransport({ baseURL, fetch }),
);
