import { hide } from "../../base/hide.ts";
import type { FetchCall } from "./fetch-request.ts";
import { madeWith } from "./own-request.ts";

/**
 * Gives a response that we made the `url` that one of the provider would have: clients show it in
 * errors and logs. A relative address has a base that only the app's `fetch` knows.
 */
export function showAddress(response: Response, { input }: Pick<FetchCall, "input">): void {
  const isText = typeof input === "string" || input instanceof URL;
  const address = isText ? String(input) : madeWith(input, "url");
  if (!URL.canParse(address)) return;
  const url = new URL(address);
  // Not part of a response's `url` (WHATWG Fetch, "The url getter steps").
  url.hash = "";
  show(response, url.href);
}

function show(response: Response, url: string): Response {
  const { clone } = response;
  Object.defineProperty(response, "url", { value: url, configurable: true });
  return hide(response, "clone", () => show(clone.call(response), url));
}
