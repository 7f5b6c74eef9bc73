import type { NativeFunctions } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import type { RestKernel } from '../dense/indefinite-front.ts';
import type { LuPanelKernel } from '../dense/lu-front.ts';
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
const OF_PANEL = [
  'numbers',
  'rowIds',
  'colIds',
  'own',
  'done',
  'ids',
  'height',
  'candidates',
  'from',
  'past',
  'threshold',
] as const;
const OF_REST = ['numbers', 'lines', 'own', 'height', 'begin', 'end', 'past'] as const;
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
  return Object.assign(fronts, { solve, panel: nativePanel(functions), rest: nativeRest(functions) });
}

/** Columns of fronts of LU. Addresses of arrays that stay from one front to the next are looked up once: those of the last factor are kept in memory. */
function nativePanel(functions: NativeFunctions): LuPanelKernel {
  const args = new Float64Array(OF_PANEL.length);
  const run = bound(functions, 'luPanelF64', args, OF_PANEL);
  const addressOf = addressesBy(functions);
  const [own, done] = [new Float64Array(FRONT_ROOM), new Float64Array(1)];
  const held: (Float64Array | Int32Array | undefined)[] = [];
  const put = (at: number, array: Float64Array | Int32Array): void => {
    if (held[at] === array) return;
    held[at] = array;
    args[at] = addressOf(array);
  };
  put(3, own);
  put(4, done);
  return ({ numbers, height, candidates, rowIds, colIds, ids }, from, past, threshold) => {
    put(0, numbers);
    put(1, rowIds);
    put(2, colIds);
    args.set([ids, height, candidates, from, past, threshold], 5);
    run();
    return done[0];
  };
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

function addressesBy(functions: NativeFunctions): (array: Float64Array | Int32Array) => number {
  return (array) =>
    array.length === 0 ? 0 : functions.addressOf(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
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
