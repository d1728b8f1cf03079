import * as client from "guarded-model-client";
import * as local from "guarded-model-client/local";
import scenario from "./scenario.cjs";

await scenario(client, local);
