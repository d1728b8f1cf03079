// node run.cjs SCENARIO: runs it on the package as CommonJS sees it.
const client = require("guarded-model-client");
const local = require("guarded-model-client/local");

require(`./${process.argv[2]}.cjs`)(client, local);
