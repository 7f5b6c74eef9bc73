import { counted, significant, toJson } from '@spmv/engine/basics';
import type { Check } from '@spmv/solvers';
import { EXIT } from '../exit-codes.ts';
import { wrap } from '../output/wrap.ts';
import type { Context, Finisher } from './context.ts';
import { listOf } from './kept-lists.ts';

/** What is said once of a command that iterates, and first in its document. */
export interface IterationHead {
  readonly schema: string;
  readonly matrix: { readonly name: string };
}

/** Milliseconds between two lines of progress. */
const SHOWN_MS = 100;
/** Milliseconds before the first. */
const QUIET_MS = 500;

/** Tells of iterations now and then: a line of progress, and what the process that waits says where this one is ended before it does. */
export function tellIterations({ keeper, terminal }: Context, what: string): (check: Check) => void {
  let kept = -Infinity;
  let shown = performance.now() + QUIET_MS;
  return ({ iteration, residual }) => {
    const now = performance.now();
    if (now - kept < SHOWN_MS) return;
    kept = now;
    keeper.put('reached', 0, { iteration, residual });
    if (now < shown) return;
    shown = now + SHOWN_MS;
    terminal.progress(`iteration ${iteration}, ${what} ${significant(residual)}`);
  };
}

/** Says how far a command came that did not come to say it itself. `what` is the number that it watches. */
export function finishIterations(what: string): Finisher {
  return async ({ terminal, json }, kept, { interrupted, problem }) => {
    if (listOf(kept, 'handedOut').length > 0) return EXIT.ok;
    const { iteration = 0, residual = null } = listOf(kept, 'reached')[0] ?? {};
    // The error has been said, with its exit code.
    if (problem && residual === null) return EXIT.ok;
    const head = kept.head as IterationHead;
    if (json) {
      const reason = interrupted ? 'aborted' : 'lost';
      terminal.data(
        toJson({ ...head, converged: false, reason, interrupted, iterations: iteration, [what]: residual, problem }),
      );
    } else {
      const after =
        residual === null ? 'before its first check' : `after ${counted(iteration, 'iteration', 'iterations')}`;
      const reached = residual === null ? '' : `, ${what} ${significant(residual)}`;
      const verdict = terminal.style('yellow', `was stopped ${after}${reached}`);
      terminal.data(wrap(`${head.matrix.name}  ${verdict}`, terminal.width, 2));
    }
    return interrupted ? EXIT.interrupted : EXIT.ok;
  };
}
