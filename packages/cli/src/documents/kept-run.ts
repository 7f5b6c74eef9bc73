import type { ProblemSummary, RunHead, ValidateResult } from '@spmv/engine';
import type { Kept } from '@spmv/engine/keeper';
import { matrixOf } from '@spmv/engine';
import { placesOf } from './kept-lists.ts';
import type { TableView } from './tables.ts';
import type { CommandSelection } from '../session/selection.ts';

/** What is said once of a run over matrices, and how the command shows it. */
export interface CommandHead extends RunHead {
  /** Backends asked for by name: one that is unavailable decides the exit code. */
  readonly asked?: readonly string[];
  /** Any other does so, too. */
  readonly strict?: boolean;
  /** How tables are shown. */
  readonly view?: TableView;
  /** Where a report goes. */
  readonly report?: string;
}

/** What a selection must find available: the backends it names, in a strict run everything. */
export function askedOf(
  { backends }: CommandSelection,
  { strict }: { readonly strict?: boolean },
): Pick<CommandHead, 'asked' | 'strict'> {
  return { ...(backends ? { asked: backends } : {}), ...(strict ? { strict } : {}) };
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
