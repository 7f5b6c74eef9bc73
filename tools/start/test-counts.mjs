// Adding up what ran into the closing line of the tests.

/**
 * Sums a report of vitest's JSON reporter (undefined when it wrote none) and the names of the other stages that failed.
 * Every failed stage counts as one failure, and so does a test file that could not even be loaded: the line never says
 * "0 failed" of a run in which something did.
 */
export function countTests(report, failedStages, vitestFailed) {
  const passed = report?.numPassedTests ?? 0;
  const broken = (report?.testResults ?? []).filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  let failed = (report?.numFailedTests ?? 0) + broken.length;
  if (vitestFailed && failed === 0) failed = 1;
  return { passed, failed: failed + failedStages.length };
}

/** A line for each reason of skipped tests, the most frequent first. */
export function skippedLines(counts) {
  return Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `skipped ${count}: ${reason}\n`)
    .join('');
}

/** `N passed, N failed`. */
export function closingLine({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}

/** The last line of a run that was told to stop: what `tools/run-reporter.ts` counted until then. */
export function stoppedLine(counted) {
  return counted?.passed === undefined ? 'Stopped: nothing was counted.' : `Stopped: ${closingLine(counted)} so far.`;
}
