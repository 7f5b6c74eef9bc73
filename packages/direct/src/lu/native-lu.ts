import type { NativeFunctions } from '@spmv/core';
import type { LuPanelKernel } from '../dense/lu-front.ts';
import { addressesBy, bound, FRONT_ROOM } from '../native.ts';
import { overflowAt } from './eliminate.ts';
import type { LuFactor } from './factor.ts';
import type { LuKernels } from './lu-kernels.ts';
import type { ColumnKernels } from './work.ts';
import { makeRoom } from './work.ts';

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

const OF_FACTOR = ['values', 'lStart', 'lRow', 'lValues', 'uStart', 'uRow', 'uValues', 'pivots'] as const;
const OF_AGAIN = ['start', 'inside', 'row', 'stepOf', ...OF_FACTOR, 'x', 'found', 'n', 'least'] as const;
const OF_SOLVE = ['blockStart', 'start', 'inside', 'aboveRow', ...OF_FACTOR, 'w', 'blocks'] as const;

/** LU by code compiled for this processor: columns of fronts, columns by pivots that are known, solutions. Errors: as of `nativeFronts`. */
export function nativeLu(functions: NativeFunctions): Required<LuKernels> & { readonly panel: LuPanelKernel } {
  const addressOf = addressesBy(functions);
  const [ofAgain, ofSolve] = [new Float64Array(OF_AGAIN.length), new Float64Array(OF_SOLVE.length)];
  const runAgain = bound(functions, 'luAgainF64', ofAgain, OF_AGAIN);
  const runSolve = bound(functions, 'luSolveF64', ofSolve, OF_SOLVE);
  const arraysOf = ({ values, L, U, pivots }: LuFactor): readonly (Float64Array | Int32Array)[] => [
    values,
    L.start,
    L.row,
    L.values,
    U.start,
    U.row,
    U.values,
    pivots,
  ];
  // Held by whoever holds the functions: addresses keep nothing alive.
  const found = new Float64Array(2);
  let x = new Float64Array(0);
  return {
    panel: nativePanel(functions),
    columns: nativeColumns(functions),
    again(factor, least) {
      const { analysis, stepOf } = factor;
      const { n, columns, inside } = analysis;
      if (x.length < n) x = new Float64Array(n);
      // What was refused leaves numbers.
      x.fill(0);
      const arrays = [columns.start, inside, columns.row, stepOf, ...arraysOf(factor), x, found];
      ofAgain.set([...arrays.map(addressOf), n, least]);
      runAgain();
      return [found[0], found[1]];
    },
    places(factor, w) {
      const { analysis, aboveRow } = factor;
      const { blockStart, columns, inside } = analysis;
      const arrays = [blockStart, columns.start, inside, aboveRow, ...arraysOf(factor), w];
      ofSolve.set([...arrays.map(addressOf), blockStart.length - 1]);
      runSolve();
    },
  };
}

const OF_COLUMNS = [
  'start',
  'inside',
  'row',
  'values',
  'blockEnd',
  'stepOf',
  'rowAt',
  'lStart',
  'lRow',
  'lValues',
  'uStart',
  'uRow',
  'uValues',
  'pivots',
  'x',
  'mark',
  'searchEnd',
  'path',
  'next',
  'order',
  'found',
  'n',
  'lRoom',
  'uRoom',
  'threshold',
  'budget',
] as const;
/** Why compiled code comes back: nothing is lacking, room, or numbers left the range. */
const [IN_L, IN_U, RANGE] = [1, 2, 3];

/** Columns whose pivots are looked for. */
function nativeColumns(functions: NativeFunctions): NonNullable<ColumnKernels['columns']> {
  const args = new Float64Array(OF_COLUMNS.length);
  const run = bound(functions, 'luColumnsF64', args, OF_COLUMNS);
  const addressOf = addressesBy(functions);
  const found = new Float64Array(3);
  return (work, from, budget) => {
    const {
      analysis,
      values,
      L,
      U,
      pivots,
      stepOf,
      rowAt,
      blockEnd,
      threshold,
      x,
      mark,
      searchEnd,
      path,
      next,
      order,
    } = work;
    const { n, columns, inside } = analysis;
    for (let j = from; ;) {
      const matrix = [columns.start, inside, columns.row, values, blockEnd, stepOf, rowAt];
      const factor = [L.start, L.row, L.values, U.start, U.row, U.values, pivots];
      const arrays = [...matrix, ...factor, x, mark, searchEnd, path, next, order, found];
      found[0] = j;
      args.set([...arrays.map(addressOf), n, L.row.length, U.row.length, threshold, budget]);
      run();
      const [at, lack, room] = found;
      j = at;
      if (lack === RANGE) throw overflowAt(work, j);
      if (lack === IN_L) makeRoom(work, 'L', L.start[j], room, j);
      else if (lack === IN_U) makeRoom(work, 'U', U.start[j], room, j);
      else return j;
    }
  };
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
