// node run.mjs SCENARIO: runs it with the package as an ES module.
import * as client from "guarded-model-client";
import * as local from "guarded-model-client/local";

const { default: scenario } = await import(`./${process.argv[2]}.cjs`);
await scenario(client, local);
