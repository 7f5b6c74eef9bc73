import type { Candidate } from './candidate.ts';
import type { MatrixTraits } from './traits.ts';

/** A candidate that was measured. */
export interface MeasuredKernel {
  readonly candidate: Candidate;
  /** Milliseconds of one product, each sample on its own. */
  readonly samplesMs: readonly number[];
  /** Whether the device's own clock took them. */
  readonly clocked?: boolean;
  readonly convertMs: number;
  readonly prepareMs: number;
}

/** Everything that was measured of one matrix in one run: all candidates in turns, so that their samples can be compared. */
export interface MeasuredMatrix {
  readonly name: string;
  /** Which matrix it is: hexadecimal digits. */
  readonly hash: string;
  readonly traits: MatrixTraits;
  readonly measured: readonly MeasuredKernel[];
}

/** The middle of some times; NaN without any. */
export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** A trial that took more than so many times the middle one of its candidate was disturbed, the lesser one of two in the middle. */
const DISTURBED = 2;

/** The trials of a candidate that count: what disturbs one only slows it. */
export function undisturbed(trialsMs: readonly number[]): readonly number[] {
  const most = DISTURBED * [...trialsMs].sort((a, b) => a - b)[(trialsMs.length - 1) >> 1];
  return trialsMs.filter((ms) => ms <= most);
}

/** Which half a matrix is in: rules are learned from one, by the last digit of its hash, and the other is held out. */
export function isHeldOut(hash: string): boolean {
  return Number.parseInt(hash.at(-1) ?? '0', 16) % 2 === 1;
}
