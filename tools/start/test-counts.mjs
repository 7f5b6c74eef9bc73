// Adding up what ran into the closing line of the tests.

/**
 * Sums a report of vitest's JSON reporter (undefined when it wrote none) and the names of the other stages that failed.
 * Every failed stage counts as one failure, and so does a test file that could not even be loaded: the line never says
 * "0 failed" of a run in which something did.
 */
export function countTests(report, failedStages, vitestFailed) {
  const passed = report?.numPassedTests ?? 0;
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  const broken = (report?.testResults ?? []).filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  let failed = (report?.numFailedTests ?? 0) + broken.length;
  if (vitestFailed && failed === 0) failed = 1;
  return { passed, skipped, failed: failed + failedStages.length };
}

/** `N passed, N failed`. */
export function closingLine({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}
