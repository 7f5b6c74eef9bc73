interface Counts {
  readonly passed: number;
  readonly failed: number;
}

export function countTests(report: object | undefined, failedStages: readonly string[], vitestFailed: boolean): Counts;
export function skippedLines(counts: Readonly<Record<string, number>>): string;
export function failedLines(report: object | undefined, root: string): string;
export function closingLine(counts: Counts): string;

export function stoppedLine(counted: Counts | undefined): string;
