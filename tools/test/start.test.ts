import { describe, expect, test } from 'vitest';
import { closingLine, countTests } from '../start/test-counts.mjs';

const file = (status: string, ...tests: readonly string[]): object => ({ status, assertionResults: tests.map((each) => ({ status: each })) });
const report = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 2, numTodoTests: 1, testResults: [file('passed', 'passed')] };

describe('the closing line', () => {
  test('sums a clean run', () => {
    expect(closingLine(countTests(report, [], false))).toBe('5 passed, 0 failed');
    expect(countTests(report, [], false).skipped).toBe(3);
  });

  test('counts failed tests, files that could not be loaded and failed stages', () => {
    const broken = { ...report, numFailedTests: 1, testResults: [file('failed', 'failed', 'passed'), file('failed')] };
    expect(closingLine(countTests(broken, ['lint', 'build'], true))).toBe('5 passed, 4 failed');
  });

  test('never says 0 failed when something did', () => {
    expect(closingLine(countTests(undefined, [], true))).toBe('0 passed, 1 failed');
    expect(closingLine(countTests(report, [], true))).toBe('5 passed, 1 failed');
  });
});
