import { describe, expect, it } from "vitest";
import { filled } from "../texts/filled.ts";
import { secretsIn } from "../texts/found.ts";

describe("a key is found where code gives it to a client", () => {
  it.each([
    'Mailer::builder().api_key("HEX")',
    'client.access_token("SHORT").build()',
    'request.bearer_token("UUID")',
    "Hubspot::Client.new('SHORT')",
    "$client = new Hubspot\\Client('UUID');",
    `headers = {'Authorization': 'Bearer ' + 'HEX'}`,
    'request.Header.Set("Authorization", "Bearer " + "SHORT")',
    '$headers[] = "Authorization: Bearer " . "UUID";',
    '{api_key, <<"HEX">>}',
    'config :app, api_key: <<"SHORT">>',
  ])("%s", (template) => {
    const { text, values } = filled(template);
    expect(secretsIn(text)).toEqual(values);
  });

  it.each([
    'store.cache_key("HEX")',
    'table.sort_key("HEX")',
    'catalog.get_key("HEX")',
    `headers = {'Authorization': 'Bearer ' + 'accessToken2'}`,
  ])("but not in %s", (template) => {
    expect(secretsIn(filled(template).text)).toEqual([]);
  });
});

describe("the key in an object that is named after its service is found", () => {
  it.each([
    "'mailgun' => ['key' => 'HEX', 'domain' => 'acme.dev'],",
    "'mailgun' => array('domain' => 'acme.dev', 'key' => 'UUID'),",
    'stripe: { key: "HEX" }',
    '{ "pusher": { "cluster": "eu", "key": "HEX" } }',
    "'mailer' => [\n    'key' => 'HEX',\n],",
    "'mailer' => array(\n    'domain' => 'acme.dev',\n    'key' => 'UUID',\n),",
  ])("%j", (template) => {
    const { text, values } = filled(template);
    expect(secretsIn(text)).toEqual(values);
  });

  it.each([
    "'avatar' => ['key' => 'HEX', 'size' => 12],",
    '{ "image": { "url": "a.png", "key": "HEX" } }',
    '{ "stripe": { "url": "a.png" }, "key": "HEX" }',
    "'row' => [\n    'key' => 'HEX',\n],",
  ])("but not in %j", (template) => {
    expect(secretsIn(filled(template).text)).toEqual([]);
  });
});
