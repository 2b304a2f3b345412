/* What the reporters of the suites say, as { passed, failed, skipped }. */

/** From Vitest's JSON report; a file that could not be loaded counts as one failure. */
export function countsOfVitest(report) {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** From Playwright's JSON report; an error outside of any test counts as one failure. */
export function countsOfPlaywright({ stats, errors }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}

/** A program that fails though its report names no failure, or that has no report, failed. */
export const withExitCode = (counts, code) => {
  const known = counts ?? { passed: 0, failed: 0, skipped: 0 };
  const isUnexplained = counts === null || (code !== 0 && known.failed === 0);
  return isUnexplained ? { ...known, failed: known.failed + 1 } : known;
};

export function sum(all) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const counts of all) for (const key of Object.keys(total)) total[key] += counts[key];
  return total;
}

/** The line that `npm test` ends with. */
export const summary = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** A run in which nothing passed has proved nothing. */
export const isGood = ({ passed, failed }) => failed === 0 && passed > 0;
