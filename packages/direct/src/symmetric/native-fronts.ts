import type { NativeFunctions } from '@spmv/core';
import { nativeFrontal } from '../frontal/native-frontal.ts';
import { nativeLu } from '../lu/native-lu.ts';
import { addressesBy, bound, FRONT_ROOM } from '../native.ts';
import { nativeGraphs } from '../symbolic/native-graphs.ts';
import { nativeLevels } from '../triangular/native-levels.ts';
import type { FrontKernel, TriangularKernel } from './cholesky-fronts.ts';
import { childrenOf } from './cholesky-fronts.ts';
import { tallestOf } from './symmetric.ts';
import { nativeIndefinite } from './native-indefinite.ts';
import { treePlan } from './tree-plan.ts';

const OF_TREE = [
  'firstPivot',
  'rowsStart',
  'rows',
  'panelStart',
  'updateStart',
  'firstChild',
  'sibling',
  'values',
  'entrySource',
  'entryTarget',
  'panels',
  'updates',
  'state',
  'ends',
  'top',
  'at',
  'place',
  'own',
  'subtrees',
  'tops',
  'n',
  'tallest',
  'room',
  'threads',
  'budget',
  'entries',
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

/** How compiled code takes its turn. */
interface NativeOptions {
  /** Threads that compute LLᵀ where they pay. Default 1. */
  readonly threads?: number;
  /** Products of a thread after which others have their turn. Default 10⁹: some tenths of a second. */
  readonly budget?: number;
}

/**
 * Analyses, LLᵀ, LDLᵀ and LU, and solutions by them, by code compiled for this processor: `nativeFronts(nativeFunctions())`, with the functions of `@spmv/kernels-native`. LLᵀ has the
 * same bits for any number of threads. Errors: `BACKEND.UNAVAILABLE`, `KERNEL.PROGRAM_INVALID` for functions of another version.
 */
export function nativeFronts(functions: NativeFunctions, options: NativeOptions = {}): FrontKernel {
  const solveBy = (name: string): TriangularKernel => nativeSolve(functions, name);
  return Object.assign(nativeTree(functions, options), {
    solve: solveBy('choleskySolveF64'),
    solveRights: solveBy('choleskyRightsF64'),
    memory: (length: number) => largeMemory(functions, length),
    ...nativeIndefinite(functions),
    levels: nativeLevels(functions, options.threads ?? 1),
    graphs: nativeGraphs(functions),
    ...nativeLu(functions),
    ...nativeFrontal(functions),
  });
}

/** Solutions with L. */
function nativeSolve(functions: NativeFunctions, name: string): TriangularKernel {
  const ofSolve = new Float64Array(OF_SOLVE.length);
  const runSolve = bound(functions, name, ofSolve, OF_SOLVE);
  const addressOf = addressesBy(functions);
  return ({ firstPivot, rowsStart, rows, panelStart }, panels, x, sums, half) => {
    const arrays = [firstPivot, rowsStart, rows, panelStart, panels, x, sums];
    arrays.forEach((array, k) => (ofSolve[k] = addressOf(array)));
    ofSolve[arrays.length] = firstPivot.length - 1;
    ofSolve[arrays.length + 1] = HALVES[half];
    runSolve();
  };
}

/** Numbers from which on large pages save more than asking for them takes. */
const LARGE = 2 ** 19;

/** New numbers, on large pages where there are many: each page is a wait when it is first written to. */
function largeMemory({ largePages }: NativeFunctions, length: number): Float64Array {
  const numbers = new Float64Array(length);
  if (length >= LARGE) largePages?.(new Uint8Array(numbers.buffer), numbers.byteLength);
  return numbers;
}

/** LLᵀ by a tree of fronts. */
function nativeTree(functions: NativeFunctions, { threads: most = 1, budget = 1e9 }: NativeOptions): FrontKernel {
  const args = new Float64Array(OF_TREE.length);
  const run = bound(functions, 'choleskyFrontsF64', args, OF_TREE);
  const addressOf = addressesBy(functions);
  return function* fronts(analysis, values, panels, spare) {
    const { n, firstPivot, rowsStart, rows, panelStart, supernodeParent, entrySource, entryTarget } = analysis;
    const { threads, begins, ends, top, updateStart, updateLength } = treePlan(analysis, most, spare);
    const tallest = tallestOf(analysis);
    /** The pivot that it failed at; the next of `top`, −1 while subtrees are left, and its line; then those of each subtree. */
    const state = new Float64Array(3 + 2 * begins.length).fill(0);
    state.set([-1, -1, 0]);
    begins.forEach((begin, k) => (state[3 + 2 * k] = begin));
    // Held until the call is over: addresses keep nothing alive.
    const arrays = [
      firstPivot,
      rowsStart,
      rows,
      panelStart,
      updateStart,
      ...childrenOf(supernodeParent),
      values,
      entrySource,
      entryTarget,
      panels,
      largeMemory(functions, updateLength),
      state,
      ends,
      top,
      new Int32Array(threads * n),
      new Int32Array(threads * tallest),
      new Float64Array(threads * FRONT_ROOM),
    ];
    for (;;) {
      // Whoever had a turn may have called it for another matrix.
      const sizes = [ends.length, top.length, n, tallest, FRONT_ROOM, threads, budget, entrySource.length];
      args.set([...arrays.map(addressOf), ...sizes]);
      run();
      const [failed, next] = state;
      if (next >= 0 && (failed !== -1 || next === top.length)) return failed;
      yield next;
    }
  };
}
