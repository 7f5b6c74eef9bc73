export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export function countTests(
  report: object | undefined,
  failedStages: readonly string[],
  vitestFailed: boolean,
): TestCounts;
export function closingLine(counts: Pick<TestCounts, 'passed' | 'failed'>): string;
