import type { NativeFunctions } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import type { FrontKernel, TriangularKernel } from './cholesky-fronts.ts';

/** Numbers of packed lines and columns of a front: at least what `kFrontSteps` of cholesky-inl.h says. */
const FRONT_ROOM = 192 * (8 + 192 + 48);

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
const HALVES = { forward: 1, backward: 2, both: 3 } as const;

/** Products after which others have their turn: some tenths of a second. */
const BUDGET = 1e9;

/**
 * LLᵀ, and solutions by it, by code compiled for this processor: `nativeFronts(nativeFunctions())`, with the functions of `@spmv/kernels-native`. Errors: `BACKEND.UNAVAILABLE`, `KERNEL.PROGRAM_INVALID` for
 * functions of another version.
 */
export function nativeFronts(functions: NativeFunctions): FrontKernel {
  const args = new Float64Array(PARAMETERS.length);
  const run = bound(functions, 'choleskyFrontsF64', args, PARAMETERS);
  const ofSolve = new Float64Array(OF_SOLVE.length);
  const runSolve = bound(functions, 'choleskySolveF64', ofSolve, OF_SOLVE);
  const addressOf = (array: Float64Array | Int32Array): number =>
    array.length === 0 ? 0 : functions.addressOf(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
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
  return Object.assign(fronts, { solve });
}

/** Errors: `KERNEL.PROGRAM_INVALID`. */
function bound(functions: NativeFunctions, name: string, args: Float64Array, names: readonly string[]): () => void {
  const run = functions.bind(name, args, names);
  if (run) return run;
  throw new SpmvError('KERNEL.PROGRAM_INVALID', `The addon has no function '${name}'.`, {
    fix: 'Install @spmv/kernels-native in the version of @spmv/direct.',
    details: { function: name },
  });
}
