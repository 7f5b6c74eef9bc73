import { LEAST_RUNS } from '@spmv/engine/basics';
import type { Command } from 'commander';
import { usageError } from '../../cli-error.ts';
import type { SelectionFlags } from './selection.ts';
import { withSelection } from './selection.ts';
import { parseInteger, parseNumber } from './values.ts';

/** Options of commands that take times. */
export interface TimingFlags extends SelectionFlags {
  readonly runs: number;
  readonly alpha: number;
  readonly beta: number;
}

export function checkRuns(runs: number): void {
  if (runs < LEAST_RUNS)
    throw usageError(
      `--runs ${runs} is not enough: a median needs at least ${LEAST_RUNS} samples.`,
      `Give ${LEAST_RUNS} or more.`,
    );
}

/** The flags that choose combinations and those that say how to time. */
export function withTiming(command: Command): Command {
  return withSelection(command)
    .option('--runs <n>', 'samples of each combination, at least 20', parseInteger, 20)
    .option('--alpha <number>', 'alpha of y = alpha·A·x + beta·y', parseNumber, 1)
    .option('--beta <number>', 'beta of y = alpha·A·x + beta·y', parseNumber, 0);
}
