import { bundled } from '@spmv/multigrid/bundled';
import type { JsPass, JsProgram, KernelSteps, MatrixContext, MatrixKernel } from '@spmv/core';
import { INDEX_LIMIT, NO_PARAMS, readNumbers } from '@spmv/core';
import type { JsModule } from '@spmv/kernel-kit';
import { jsPass } from '@spmv/kernel-kit';
import { LONG } from '../js/weights.ts';
import { cudaInterpolation } from './cuda-interpolation.ts';
import { tooManyWeights } from './refused.ts';

type Kernel = MatrixKernel<'js', Record<never, never>>;

const MODULES: Readonly<Record<'rows' | 'splitting' | 'weights', () => JsModule>> = {
  rows: () => bundled?.rows ?? new URL('../js/rows.ts', import.meta.url),
  splitting: () => bundled?.splitting ?? new URL('../js/splitting.ts', import.meta.url),
  weights: () => bundled?.weights ?? new URL('../js/weights.ts', import.meta.url),
};

/** A pass; one without `work` over one unit goes through all rows itself. */
const pass = (
  module: keyof typeof MODULES,
  name: string,
  count: number,
  numbers: Readonly<Record<string, number>>,
  work?: string,
): JsPass => jsPass(MODULES[module](), name, count, numbers, work);

const run = (passes: readonly JsPass[], scratch?: JsProgram['scratch']) =>
  ({ do: 'run', program: { passes, ...(scratch ? { scratch } : {}) } }) as const;

const COMMON = {
  kind: 'matrix-kernel',
  target: 'js',
  reproducibility: 'bitwise',
  requires: [],
  params: NO_PARAMS,
} as const;
const IN_F64 = [{ precision: 'f64', accumulator: 'f64' }] as const;

/** C ← Aᵀ by a counting sort, which one worker does; new values are moved by all. Work: 4 bytes an entry, which stay, and 4 a column. */
export const jsTranspose: Kernel = {
  ...COMMON,
  id: 'js/transpose-csr',
  operation: 'transpose',
  formats: { A: 'csr', C: 'csr' },
  title: 'Counting sort',
  sources: [],
  precisions: [...IN_F64, { precision: 'f32', accumulator: 'f32' }],
  *symbolic({ matrices: { A } }: MatrixContext) {
    const { rows, cols } = A?.shape ?? { rows: 0, cols: 0 };
    const entries = A?.nnz ?? 0;
    yield { do: 'bound', bytes: 4 * (entries + cols + 2) };
    yield { do: 'allocate', name: 'work.place', element: 'i32', length: entries };
    yield { do: 'allocate', name: 'work.starts', element: 'i32', length: cols + 2 };
    yield { do: 'allocate', name: 'C.colIndex', element: 'i32', length: entries };
    yield run([pass('rows', 'transposePlaces', 1, { rows, cols })]);
    yield { do: 'release', name: 'work.starts' };
    return { nnz: entries };
  },
  *numeric({ matrices: { A } }) {
    yield run([pass('rows', 'transposeValues', A?.nnz ?? 0, {})]);
  },
};

const inverseSizesOf = (below: boolean): Kernel => ({
  ...COMMON,
  id: below ? 'js/inverse-sizes-below-csr' : 'js/inverse-sizes-csr',
  operation: 'inverse-sizes',
  options: { below },
  formats: { A: 'csr', ...(below ? { R: 'csr', D: 'csr' } : {}), C: 'csr' },
  title: 'Row by row',
  sources: [],
  precisions: IN_F64,
  *symbolic({ matrices: { A } }) {
    const rows = A?.shape.rows ?? 0;
    yield { do: 'bound', bytes: 0 };
    yield { do: 'allocate', name: 'C.colIndex', element: 'i32', length: rows };
    yield run([pass('rows', 'diagonalPlaces', 1, { rows })]);
    return { nnz: rows };
  },
  *numeric({ matrices: { A } }) {
    yield run([pass('rows', 'inverseSizes', A?.shape.rows ?? 0, { below: Number(below) }, 'A.rowStart')]);
  },
});

/** C ← D⁻¹ of the finest level. */
export const jsInverseSizes: Kernel = inverseSizesOf(false);

/** The same of a level below it. */
export const jsInverseSizesBelow: Kernel = inverseSizesOf(true);

/** Weights a row has room for. */
const ROOM = 4;

/** Passes over rows with the arrays that each worker has for one. */
function overRows(name: string, rows: number): ReturnType<typeof run> {
  const own = (element: 'i32' | 'f64', length: number) => ({ element, length, perWorker: true });
  return run([pass('weights', name, rows, { rows, room: ROOM }, 'A.rowStart')], {
    points: own('i32', rows + 1),
    weights: own('f64', rows + 1),
    place: own('i32', rows + 1),
    hits: own('i32', LONG + 1),
    parts: own('f64', LONG + 1),
  });
}

const nearOf = (rows: number): JsPass => pass('weights', 'nearPoints', 1, { rows });

function* symbolic({
  matrices: { A },
}: MatrixContext): KernelSteps<'js', { readonly nnz: number; readonly cols: number }> {
  const [rows, entries] = [A?.shape.rows ?? 0, A?.nnz ?? 0];
  if (ROOM * rows > INDEX_LIMIT) throw tooManyWeights(rows);
  const whole: Readonly<Record<string, number>> = { rows };
  const lists = [
    ['work.starts', rows + 2],
    ['work.points', entries],
    ['work.order', rows],
    ['work.buckets', rows + 2],
  ] as const;
  const room = ROOM * rows;
  yield { do: 'bound', bytes: 9 * entries + 29 * rows + 12 * room + 40 };
  yield { do: 'allocate', name: 'work.strong', element: 'u8', length: entries };
  yield { do: 'allocate', name: 'work.diagonal', element: 'f64', length: rows };
  yield { do: 'allocate', name: 'work.coarse', element: 'i32', length: rows };
  yield { do: 'allocate', name: 'work.totals', element: 'f64', length: 2 };
  for (const [name, length] of lists) yield { do: 'allocate', name, element: 'i32', length };
  yield { do: 'allocate', name: 'work.state', element: 'u8', length: rows };
  yield run([pass('splitting', 'strength', rows, whole, 'A.rowStart'), pass('splitting', 'choosePoints', 1, whole)]);
  for (const [name] of lists) yield { do: 'release', name };
  yield { do: 'release', name: 'work.state' };
  yield { do: 'allocate', name: 'work.nearStart', element: 'i32', length: rows + 1 };
  yield { do: 'allocate', name: 'work.near', element: 'i32', length: entries + 1 };
  yield { do: 'allocate', name: 'work.columns', element: 'i32', length: room };
  yield { do: 'allocate', name: 'work.weights', element: 'f64', length: room };
  yield run([nearOf(rows)]);
  yield overRows('weighRows', rows);
  yield run([pass('splitting', 'startRows', 1, whole)]);
  const [cols = 0, nnz = 0] = yield* readNumbers('work.totals', 0, 2);
  return { nnz, cols };
}

function* numeric({ matrices: { A } }: MatrixContext, again: boolean): KernelSteps<'js'> {
  const rows = A?.shape.rows ?? 0;
  if (again) {
    yield run([pass('splitting', 'diagonals', rows, {}, 'A.rowStart')]);
    yield overRows('reweighRows', rows);
    return;
  }
  yield run([pass('splitting', 'compactRows', rows, { room: ROOM })]);
  yield { do: 'release', name: 'work.columns' };
  yield { do: 'release', name: 'work.weights' };
}

/**
 * P as the host makes it, by the same functions: points are chosen by one worker, weights by all. Work: 9 bytes an entry and 77 a row of A, of which 5 an entry and 16 a row stay for new values, and for each worker 16 a row.
 */
export const jsInterpolation: Kernel = {
  ...COMMON,
  id: 'js/interpolation-csr',
  operation: 'interpolation',
  formats: { A: 'csr', P: 'csr' },
  title: 'Points one after another, weights row by row',
  sources: cudaInterpolation.sources,
  precisions: IN_F64,
  symbolic,
  numeric: (context, _, again) => numeric(context, again),
};
