import { describe, expect, test } from 'vitest';
import { isInRange } from '../start/node-range.mjs';
import { closingLine, countTests, skippedLines } from '../start/test-counts.mjs';

const file = (status: string, ...tests: readonly string[]): object => ({
  status,
  assertionResults: tests.map((each) => ({ status: each })),
});
const report = {
  numPassedTests: 5,
  numFailedTests: 0,
  testResults: [file('passed', 'passed')],
};

describe('the closing line', () => {
  test('sums a clean run', () => {
    expect(closingLine(countTests(report, [], false))).toBe('5 passed, 0 failed');
  });

  test('comes after what was skipped, by reason', () => {
    expect(skippedLines({ 'no g++ (apt install g++)': 2, 'no chromium (apt install chromium)': 30 })).toBe(
      'skipped 30: no chromium (apt install chromium)\nskipped 2: no g++ (apt install g++)\n',
    );
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

describe('the range of Nodes', () => {
  test.each([
    ['20.18.9', false],
    ['20.19.0', true],
    ['20.20.2', true],
    ['21.7.3', false],
    ['22.11.9', false],
    ['22.12.0', true],
    ['22.12.1', true],
    ['23.0.0', true],
    ['24.21.0', true],
  ])('%s: %s', (version, inside) => {
    expect(isInRange(version, '^20.19.0 || >=22.12.0')).toBe(inside);
  });

  test('that is written otherwise is refused', () => {
    expect(() => isInRange('20.0.0', '20.x')).toThrow("'20.x' is neither");
  });
});
