import type { NativeFunctions } from '@spmv/core';
import type { RestKernel } from '../dense/indefinite-front.ts';
import { nativeLu } from '../lu/native-lu.ts';
import { addressesBy, bound, FRONT_ROOM } from '../native.ts';
import { nativeGraphs } from '../symbolic/native-graphs.ts';
import type { FrontKernel, TriangularKernel } from './cholesky-fronts.ts';

const PARAMETERS = [
  'firstPivot',
  'rowsStart',
  'rows',
  'panelStart',
  'updateStart',
  'firstChild',
  'sibling',
  'panels',
  'updates',
  'at',
  'place',
  'own',
  'position',
  'end',
  'budget',
] as const;

const OF_SOLVE = [
  'firstPivot',
  'rowsStart',
  'rows',
  'panelStart',
  'panels',
  'x',
  'sums',
  'supernodes',
  'halves',
] as const;
const OF_REST = ['numbers', 'lines', 'own', 'height', 'begin', 'end', 'past'] as const;
const HALVES = { forward: 1, backward: 2, both: 3 } as const;

/** Products after which others have their turn: some tenths of a second. */
const BUDGET = 1e9;

/**
 * LLᵀ, LDLᵀ and LU, and solutions by them, by code compiled for this processor: `nativeFronts(nativeFunctions())`, with the functions of `@spmv/kernels-native`. Errors: `BACKEND.UNAVAILABLE`, `KERNEL.PROGRAM_INVALID` for
 * functions of another version.
 */
export function nativeFronts(functions: NativeFunctions): FrontKernel {
  const args = new Float64Array(PARAMETERS.length);
  const run = bound(functions, 'choleskyFrontsF64', args, PARAMETERS);
  const ofSolve = new Float64Array(OF_SOLVE.length);
  const runSolve = bound(functions, 'choleskySolveF64', ofSolve, OF_SOLVE);
  const addressOf = addressesBy(functions);
  const fronts: FrontKernel = function* (analysis, work, begin, end) {
    const { firstPivot, rowsStart, rows, panelStart, updateStart } = analysis;
    /** The supernode and its line to go on from, and the pivot that it failed at. */
    const position = Float64Array.of(begin, 0, -1);
    // Held until the call is over: addresses keep nothing alive.
    const arrays = [
      firstPivot,
      rowsStart,
      rows,
      panelStart,
      updateStart,
      work.firstChild,
      work.sibling,
      work.panels,
      work.updates,
      work.at,
      new Int32Array(analysis.n),
      new Float64Array(FRONT_ROOM),
      position,
    ];
    for (;;) {
      // Whoever had a turn may have called it for another matrix.
      arrays.forEach((array, k) => (args[k] = addressOf(array)));
      args[arrays.length] = end;
      args[arrays.length + 1] = BUDGET;
      run();
      const [next, , failed] = position;
      if (failed !== -1 || next === end) return failed;
      yield next;
    }
  };
  const solve: TriangularKernel = ({ firstPivot, rowsStart, rows, panelStart }, panels, x, sums, half) => {
    const arrays = [firstPivot, rowsStart, rows, panelStart, panels, x, sums];
    arrays.forEach((array, k) => (ofSolve[k] = addressOf(array)));
    ofSolve[arrays.length] = firstPivot.length - 1;
    ofSolve[arrays.length + 1] = HALVES[half];
    runSolve();
  };
  return Object.assign(fronts, {
    solve,
    rest: nativeRest(functions),
    graphs: nativeGraphs(functions),
    ...nativeLu(functions),
  });
}

/** Products of a front of LDLᵀ. */
function nativeRest(functions: NativeFunctions): RestKernel {
  const args = new Float64Array(OF_REST.length);
  const run = bound(functions, 'indefiniteRestF64', args, OF_REST);
  const addressOf = addressesBy(functions);
  const own = new Float64Array(FRONT_ROOM);
  return ({ numbers, lines, height }, begin, end, past) => {
    args.set([addressOf(numbers), addressOf(lines), addressOf(own), height, begin, end, past]);
    run();
  };
}
