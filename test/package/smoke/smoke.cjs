const client = require("guarded-model-client");
const local = require("guarded-model-client/local");

require("./scenario.cjs")(client, local);
