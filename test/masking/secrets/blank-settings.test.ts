import { describe, expect, it } from "vitest";
import { secretsIn } from "../texts/found.ts";
import { token } from "../texts/samples.ts";

const secret = token(77);

describe("an empty setting does not take the next one as its value", () => {
  const next = ["DB_PORT=5432", "REDIS_URL=redis://cache:6379/0", "AWS_REGION=us-east-1", "S3="];

  it.each(next)("%s", (line) => {
    for (const name of ["DB_PASSWORD", "SECRET_KEY", "API_TOKEN", "app.smtp.password"]) {
      const below = name.startsWith("app") ? `app.${line.toLowerCase()}` : line;
      const text = `A=1\n${name}=\n${below}\nB=2\n`;
      for (const written of [
        text,
        text.replaceAll("\n", "\r\n"),
        text.replaceAll("\n", "\n+"),
        text.replaceAll("\n", "\n> "),
        JSON.stringify({ file: text }),
      ])
        expect(secretsIn(written)).toEqual([]);
    }
  });

  it("but a value below its name is found", () => {
    expect(secretsIn(`api_token =\n  ${secret}\n`)).toEqual([secret]);
    expect(secretsIn(`API_TOKEN=\nUSER_SECRET=${secret}\n`)).toEqual([secret]);
    expect(secretsIn(`api_token =\n  ${secret}==\n`)).toEqual([`${secret}==`]);
  });
});
