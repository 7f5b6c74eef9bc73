// Adding up what ran into the closing line of the tests.
import { relative } from 'node:path';

/** What failed by a report of vitest's JSON reporter: tests, and with no test of theirs files that could not even be loaded. */
function failuresOf(report) {
  return (report?.testResults ?? []).flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName }) => ({ name, test: fullName }));
    return status === 'failed' && failed.length === 0 ? [{ name }] : failed;
  });
}

/**
 * Sums a report of vitest's JSON reporter (undefined when it wrote none) and the names of the other stages that failed.
 * Every failed stage counts as one failure, and so does a test file that could not even be loaded: the line never says
 * "0 failed" of a run in which something did.
 */
export function countTests(report, failedStages, vitestFailed) {
  const passed = report?.numPassedTests ?? 0;
  let failed = failuresOf(report).length;
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

/** How many failed tests are named at the end. */
const MOST_NAMED = 20;

/** A line for each test that failed, and for each file that could not be loaded, from the repository on. */
export function failedLines(report, root) {
  const names = failuresOf(report).map(
    ({ name, test }) => relative(root, name) + (test === undefined ? '' : ` > ${test}`),
  );
  const more = names.length - MOST_NAMED;
  const rest = more > 0 ? [`and ${more} more`] : [];
  return [...names.slice(0, MOST_NAMED).map((name) => `failed: ${name}`), ...rest].map((line) => `${line}\n`).join('');
}

/** `N passed, N failed`. */
export function closingLine({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}

/** The last line of a run that was told to stop: what `tools/run-reporter.ts` counted until then. */
export function stoppedLine(counted) {
  return counted?.passed === undefined ? 'Stopped: nothing was counted.' : `Stopped: ${closingLine(counted)} so far.`;
}
