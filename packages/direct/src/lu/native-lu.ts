import type { NativeFunctions } from '@spmv/core';
import { addressesBy, bound } from '../native.ts';
import { overflowAt } from './eliminate.ts';
import type { LuFactor } from './factor.ts';
import type { LuKernels } from './lu-kernels.ts';
import type { ColumnKernels } from './work.ts';
import { makeRoom } from './work.ts';

const OF_FACTOR = ['values', 'lStart', 'lRow', 'lValues', 'uStart', 'uRow', 'uValues', 'pivots'] as const;
const OF_AGAIN = ['start', 'inside', 'row', 'stepOf', ...OF_FACTOR, 'x', 'found', 'n', 'least'] as const;
const OF_ORDERS = ['rowOrder', 'rowScale', 'colOrder', 'colScale'] as const;
const OF_SOLVE = [
  'blockStart',
  'start',
  'inside',
  'aboveRow',
  ...OF_FACTOR,
  ...OF_ORDERS,
  'b',
  'w',
  'x',
  'found',
  'n',
  'blocks',
  'least',
  'most',
] as const;

/** LU by columns by code compiled for this processor: pivots that are looked for, or known, solutions. Errors: as of `nativeFronts`. */
export function nativeLu(functions: NativeFunctions): Required<LuKernels> {
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
  let work = new Float64Array(0);
  const workOf = (n: number): Float64Array => {
    if (work.length < n) work = new Float64Array(n);
    return work;
  };
  return {
    columns: nativeColumns(functions),
    ...nativeNumbers(functions),
    again(factor, least) {
      const { analysis, stepOf } = factor;
      const { n, columns, inside } = analysis;
      const x = workOf(n).fill(0);
      const arrays = [columns.start, inside, columns.row, stepOf, ...arraysOf(factor), x, found];
      ofAgain.set([...arrays.map(addressOf), n, least]);
      runAgain();
      return [found[0], found[1]];
    },
    solveColumns(factor, b, into, least, most) {
      const { analysis, aboveRow, rowOrder, rowScale, colOrder, colScale } = factor;
      const { n, blockStart, columns, inside } = analysis;
      const arrays = [
        blockStart,
        columns.start,
        inside,
        aboveRow,
        ...arraysOf(factor),
        rowOrder,
        rowScale,
        colOrder,
        colScale,
        b,
        workOf(n),
        into,
        found,
      ];
      ofSolve.set([...arrays.map(addressOf), n, blockStart.length - 1, least, most]);
      runSolve();
      return found[0] === 1;
    },
  };
}

const OF_COLUMNS = [
  'start',
  'inside',
  'row',
  'values',
  'blockStart',
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
  'found',
  'n',
  'lRoom',
  'uRoom',
  'threshold',
  'budget',
] as const;
/** Why compiled code comes back: nothing is lacking, room, or numbers left the range. */
const [IN_L, IN_U, RANGE] = [1, 2, 3];

const OF_EQUILIBRATE = [
  'rowIndex',
  'colIndex',
  'values',
  'exponents',
  'row',
  'col',
  'rowCount',
  'colCount',
  'sums',
  'rowScale',
  'colScale',
  'rows',
  'cols',
  'entries',
] as const;
const OF_SCALED = [
  'rowOrder',
  'colOrder',
  'start',
  'row',
  'from',
  'rowScale',
  'colScale',
  'given',
  'values',
  'byPlace',
  'found',
  'n',
] as const;
const OF_STEPS = ['start', 'inside', 'row', 'stepOf', 'lRow', 'aboveRow', 'n', 'entries'] as const;

/** Scales, numbers in the order of columns, and rows by steps. */
function nativeNumbers(functions: NativeFunctions): Required<Pick<ColumnKernels, 'scales' | 'scaled' | 'bySteps'>> {
  const addressOf = addressesBy(functions);
  const [ofEquilibrate, ofScaled, ofSteps] = [OF_EQUILIBRATE, OF_SCALED, OF_STEPS].map(
    (names) => new Float64Array(names.length),
  );
  const runEquilibrate = bound(functions, 'equilibrateF64', ofEquilibrate, OF_EQUILIBRATE);
  const runScaled = bound(functions, 'luScaledF64', ofScaled, OF_SCALED);
  const runSteps = bound(functions, 'luSteps', ofSteps, OF_STEPS);
  const found = new Float64Array(1);
  return {
    scales({ shape: { rows, cols }, rowIndex, colIndex, values }) {
      const { length } = values;
      const [rowScale, colScale] = [new Float64Array(rows), new Float64Array(cols)];
      const counts = [rows, cols, rows, cols].map((count) => new Int32Array(count));
      const work = [new Int32Array(length), ...counts, new Float64Array(Math.max(rows, cols)), rowScale, colScale];
      ofEquilibrate.set([...[rowIndex, colIndex, values, ...work].map(addressOf), rows, cols, length]);
      runEquilibrate();
      return { rowScale, colScale };
    },
    scaled({ n, rowOrder, colOrder, columns: { start, row, from } }, given, rowScale, colScale, into) {
      const work = [rowScale, colScale, given, into, new Int32Array(n), found];
      ofScaled.set([...[rowOrder, colOrder, start, row, from, ...work].map(addressOf), n]);
      runScaled();
      return found[0] === 1;
    },
    bySteps({ analysis: { n, columns, inside }, L, stepOf }) {
      const aboveRow = new Int32Array(columns.row.length);
      const arrays = [columns.start, inside, columns.row, stepOf, L.row, aboveRow];
      ofSteps.set([...arrays.map(addressOf), n, L.start[n]]);
      runSteps();
      return aboveRow;
    },
  };
}

/** Columns whose pivots are looked for. */
function nativeColumns(functions: NativeFunctions): NonNullable<ColumnKernels['columns']> {
  const args = new Float64Array(OF_COLUMNS.length);
  const run = bound(functions, 'luColumnsF64', args, OF_COLUMNS);
  const addressOf = addressesBy(functions);
  const found = new Float64Array(3);
  return (work, from, budget) => {
    const { analysis, values, L, U, pivots, stepOf, rowAt, threshold, x, mark, searchEnd, path, next } = work;
    const { n, columns, inside, blockStart } = analysis;
    for (let j = from; ;) {
      const matrix = [columns.start, inside, columns.row, values, blockStart, stepOf, rowAt];
      const factor = [L.start, L.row, L.values, U.start, U.row, U.values, pivots];
      const arrays = [...matrix, ...factor, x, mark, searchEnd, path, next, found];
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
