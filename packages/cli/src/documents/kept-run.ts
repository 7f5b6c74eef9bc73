import type { Sizes } from '@spmv/core';
import type { ProblemFailure, SessionOptions } from '../engine/session.ts';
import type { Computed } from './computed.ts';
import type { Ending } from './context.ts';
import type { Selection } from '../engine/selection.ts';
import { EXIT } from '../exit-codes.ts';
import type { Kept } from '../process/keeper.ts';
import { listOf, placesOf } from './kept-lists.ts';
import type { ProblemBlock } from '../engine/problem-block.ts';
import type { ValidateResult } from './result.ts';
import type { ProblemSummary } from './problem-summary.ts';
import type { MachineLoad } from './busy.ts';
import type { TableView } from './tables.ts';

/** What is said once of a run over matrices. */
export interface RunHead {
  readonly schema: string;
  /** An instant in ISO 8601. */
  readonly started: string;
  readonly options: Computed & Omit<SessionOptions, 'selection'>;
  /** Backends asked for by name: one that is unavailable decides the exit code. */
  readonly asked?: readonly string[];
  /** Any other does so, too. */
  readonly strict?: boolean;
  /** Of the machine, when it began. */
  readonly load: MachineLoad;
  /** How tables are shown. */
  readonly view?: TableView;
  /** Where a report goes. */
  readonly report?: string;
  /** For a curve: what it is over. */
  readonly sweep?: {
    readonly what: string;
    readonly axis: string;
    /** What is drawn beside, at each of the sizes. */
    readonly against?: readonly AgainstPoint[];
  };
}

/** Products of another operation that do the work of one product of the swept one. */
export interface AgainstPoint {
  readonly operation: string;
  /** Sizes of the swept operation's own, and those of the other one's that are as much. */
  readonly own: Sizes;
  readonly sizes: Sizes;
  /** How many products of the other are as much as one. */
  readonly products: number;
}

/** What a selection must find available: the backends it names, in a strict run everything. */
export function askedOf(
  { backends }: Selection,
  { strict }: { readonly strict?: boolean },
): Pick<RunHead, 'asked' | 'strict'> {
  return { ...(backends ? { asked: backends } : {}), ...(strict ? { strict } : {}) };
}

/** Room for the combinations of one matrix. */
const SPAN = 2 ** 32;

/** The place of a matrix's combination in the list of results. */
export function placeOf(matrix: number, index: number): number {
  return matrix * SPAN + index;
}

/** The matrix that a place belongs to. */
export function matrixOf(place: number): number {
  return Math.floor(place / SPAN);
}

/** A matrix, finished or not, that was not printed yet. */
export interface Unshown<R> {
  readonly summary: ProblemSummary;
  readonly rows: readonly R[];
}

/** What was kept of matrices that nothing was printed of. */
export function unshown<R extends ValidateResult>(kept: Kept): readonly Unshown<R>[] {
  const shown = new Set(placesOf(kept, 'shown').map(([m]) => m));
  const results = placesOf(kept, 'results') as readonly (readonly [number, R])[];
  return placesOf(kept, 'matrices')
    .filter(([m]) => !shown.has(m))
    .map(([m, summary]) => ({
      summary,
      rows: results.filter(([place]) => matrixOf(place) === m).map(([, row]) => row),
    }));
}

/** The matrices that could not be read or made, and what ended the run before it was done. */
export function errorsOf(kept: Kept, { problem, doing }: Ending): readonly ProblemFailure[] {
  const errors = listOf(kept, 'errors');
  if (!problem) return errors;
  const last: ProblemBlock | undefined = listOf(kept, 'matrices').at(-1)?.problem;
  // It may have been lost in reading the next one.
  const matrix = last && doing.startsWith(`${last.name}: `) ? last.source : '';
  return [...errors, { matrix, ...problem, exitCode: EXIT.failed }];
}
