// node .ci/totals.mjs FOLDER FAILED_STEPS [RUN...]: adds up vitest's JSON reports, one for each
// RUN, prints them and one line of totals, and exits with 1 if anything failed. A failed step, a
// run without a report and a file that broke before its tests count as one failure each.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const [folder, failedSteps, ...runs] = process.argv.slice(2);

function countsOf(run) {
  const path = join(folder, `${run}.json`);
  if (!existsSync(path)) return { passed: 0, failed: 1, skipped: 0 };
  const report = JSON.parse(readFileSync(path, "utf8"));
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((result) => result.status === "failed"),
  ).length;
  const failed = report.numFailedTests + broken;
  const passed = report.numPassedTests;
  return {
    passed,
    // Nothing that ran, or an error outside every test, is no success either.
    failed: failed === 0 && (passed === 0 || !report.success) ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

const total = { passed: 0, failed: Number(failedSteps) };
if (total.failed > 0) console.log(`steps: ${total.failed} failed`);
for (const run of runs) {
  const { passed, failed, skipped } = countsOf(run);
  console.log(`${run}: ${passed} tests passed, ${failed} failed, ${skipped} skipped`);
  total.passed += passed;
  total.failed += failed;
}
if (runs.length === 0) total.failed += total.failed === 0 ? 1 : 0;
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
