// node run.cjs SCENARIO: runs it with the package as CommonJS.
const client = require("guarded-model-client");
const local = require("guarded-model-client/local");

require(`./${process.argv[2]}.cjs`)(client, local);
