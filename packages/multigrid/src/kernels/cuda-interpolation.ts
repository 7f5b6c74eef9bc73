import type { CudaLaunch, FoundPattern, KernelSteps, MatrixContext, MatrixKernel } from '@spmv/core';
import { INDEX_LIMIT, NO_PARAMS, readNumbers } from '@spmv/core';
import type { Given } from './cuda-launches.ts';
import { launcherOf, ROW_LANES, SCAN_BLOCK } from './cuda-launches.ts';
import { tooManyWeights } from './refused.ts';

const { over, scan, run } = launcherOf(import.meta.url, 'coarsening');

// As strength.cuh and interpolation.cuh have them.
const [OPEN, COARSE, MOST, IN_BIN, BINS] = [0, 1, 2, 3, 5];
const [MOST_ENTRIES, LEAST_POINTS, WARP] = [4, 16, 32];
/** Launches of PMIS between two looks at what is left, and turns of each. */
const [ROUNDS, TURNS] = [6, 4];
/** Memory for rows of more points than shared memory is for, and warps that share it. */
const ASIDE = { bytes: 2 ** 28, warps: 132 };

const MATRIX = { rowStart: 'A.rowStart', colIndex: 'A.colIndex' } as const;
/** What a row of P is made of, in the order of the parameters. */
const SPLITTING = {
  ...MATRIX,
  values: 'A.values',
  strong: 'work.strong',
  coarse: 'work.coarse',
  diagonal: 'work.diagonal',
  bins: 'work.bins',
} as const;

const pointBytes = (most: number): number => 28 * most + 16;

/** Launches for the rows of each bin, whose points have room in shared memory or, of the last, in `scratch.aside`. `notes`: the most points of a row, and rows of each bin. */
function eachBin(
  name: string,
  { rows, given, numbers = {} }: { readonly rows: number; readonly given: Given; readonly numbers?: Given },
  [mostPoints = 0, ...inBin]: readonly number[],
): { readonly launches: readonly CudaLaunch[]; readonly scratch?: Readonly<Record<string, number>> } {
  const launches = inBin.flatMap((count, bin) => {
    if (count === 0) return [];
    if (bin === BINS - 1) {
      const most = 2 ** Math.ceil(Math.log2(mostPoints));
      const warps = Math.max(1, Math.min(ASIDE.warps, Math.floor(ASIDE.bytes / pointBytes(most))));
      return over(
        `${name}_aside`,
        WARP * warps,
        { ...given, aside: 'scratch.aside', ...numbers, rows, bin, most },
        WARP,
      );
    }
    const most = LEAST_POINTS * 4 ** bin;
    const warps = most > 256 ? 1 : 4;
    const all = { ...given, aside: { i64: 0 }, ...numbers, rows, bin, most } as const;
    return over(name, WARP * rows, all, WARP * warps, warps * pointBytes(most));
  });
  const last = launches.find(({ entryPoint }) => entryPoint.endsWith('_aside'));
  if (!last) return { launches };
  const { most } = last.arguments as { readonly most: { readonly i32: number } };
  return { launches, scratch: { aside: (last.grid as readonly number[])[0] * pointBytes(most.i32) } };
}

function* symbolic({ matrices: { A } }: MatrixContext): KernelSteps<'cuda', FoundPattern> {
  const [rows, entries] = [A?.shape.rows ?? 0, A?.nnz ?? 0];
  if (MOST_ENTRIES * rows > INDEX_LIMIT) throw tooManyWeights(rows);
  const blocks = Math.ceil(rows / SCAN_BLOCK);
  const [tally, measure, near, counts] = ['work.tally', 'work.measure', 'work.near', 'P.rowStart'] as const;
  const state = 'work.state';
  const room = MOST_ENTRIES * rows;
  yield { do: 'bound', bytes: entries + 25 * rows + 12 * room + 4 * (blocks + IN_BIN + BINS) };
  yield { do: 'allocate', name: 'work.strong', element: 'u8', length: entries };
  yield { do: 'allocate', name: 'work.diagonal', element: 'value', length: rows };
  yield { do: 'allocate', name: measure, element: 'i32', length: rows };
  yield { do: 'allocate', name: state, element: 'i32', length: rows };
  yield { do: 'allocate', name: near, element: 'i32', length: rows };
  yield { do: 'allocate', name: 'work.coarse', element: 'i32', length: rows };
  yield { do: 'allocate', name: 'work.bins', element: 'u8', length: rows };
  yield { do: 'allocate', name: 'work.columns', element: 'i32', length: room };
  yield { do: 'allocate', name: 'work.weights', element: 'value', length: room };
  yield { do: 'allocate', name: 'work.sums', element: 'i32', length: blocks };
  yield { do: 'allocate', name: tally, element: 'i32', length: IN_BIN + BINS };
  const { strong, coarse, diagonal, bins, values } = SPLITTING;
  const bits = 32 - Math.clz32(rows - 1);
  const choose = over('choose', ROW_LANES * rows, {
    ...MATRIX,
    strong,
    measure,
    state,
    tally,
    seed: 'seed',
    rows,
    bits,
    turns: TURNS,
  });
  const clear = over('clear_tally', 1, { tally }, WARP);
  /** Passes over what is open, and what follows of the points, which counts if no point is open any more. */
  const decide = run([
    ...Array.from({ length: ROUNDS - 1 }, () => choose).flat(),
    ...clear,
    ...choose,
    ...over('count', rows, { state, counts, rows }),
    ...scan(counts, rows),
    ...over('number', rows, { state, places: counts, coarse, tally, rows }),
    ...over('near', ROW_LANES * rows, { ...MATRIX, strong, coarse, near, rows }),
    ...over('bound_f64', ROW_LANES * rows, {
      ...MATRIX,
      strong,
      coarse,
      near,
      bins,
      counts,
      columns: 'work.columns',
      weights: 'work.weights',
      tally,
      rows,
    }),
  ]);
  yield* run([
    ...over('clear', rows, { measure, state, rows }),
    ...over('strength_f64', ROW_LANES * rows, { ...MATRIX, values, strong, measure, diagonal, theta: 'theta', rows }),
  ]);
  let found: readonly number[];
  do {
    yield* decide;
    found = Array.from(yield* readNumbers(tally, 0, IN_BIN + BINS));
  } while (found[OPEN] !== 0);
  const notes = found.slice(MOST);
  const given = { ...SPLITTING, counts, columns: 'work.columns', weights: 'work.weights' } as const;
  const rowsOfP = eachBin('interpolate', { rows, given, numbers: { keep: 'keep' } }, notes);
  yield* run([...rowsOfP.launches, ...scan(counts, rows)], rowsOfP.scratch);
  const [nnz = 0] = yield* readNumbers(counts, rows, 1);
  for (const name of [measure, state, near, 'work.sums', tally] as const) yield { do: 'release', name };
  return { nnz, cols: found[COARSE] ?? 0, notes };
}

function* numeric(
  { matrices: { A } }: MatrixContext,
  again: boolean,
  { notes = [] }: FoundPattern,
): KernelSteps<'cuda'> {
  const rows = A?.shape.rows ?? 0;
  const P = { rowStart: 'P.rowStart', colIndex: 'P.colIndex', values: 'P.values' } as const;
  if (again) {
    const { values, diagonal } = SPLITTING;
    const given = { ...SPLITTING, pRowStart: P.rowStart, pColIndex: P.colIndex, pValues: P.values } as const;
    const { launches, scratch } = eachBin('reweigh', { rows, given }, notes);
    yield* run([...over('diagonal', ROW_LANES * rows, { ...MATRIX, values, diagonal, rows }), ...launches], scratch);
    return;
  }
  const { colIndex, values } = P;
  const [columns, weights] = ['work.columns', 'work.weights'] as const;
  yield* run(over('compact', MOST_ENTRIES * rows, { rowStart: P.rowStart, columns, weights, colIndex, values, rows }));
  yield { do: 'release', name: columns };
  yield { do: 'release', name: weights };
}

/**
 * P by PMIS and extended+i interpolation, cut to four: a thread group a row for what is strong and for the choice of points, in passes over what is still open, and a warp a row for the weights, its points in a hash table in shared memory. The
 * bits are those of the host. Work: a byte an entry and 73 a row of A, of which 13 a row stay for new values; it reads back 36 bytes where six passes decide all points.
 */
export const cudaInterpolation: MatrixKernel<'cuda', Record<never, never>> = {
  kind: 'matrix-kernel',
  id: 'cuda/interpolation-csr',
  operation: 'interpolation',
  formats: { A: 'csr', P: 'csr' },
  target: 'cuda',
  title: 'A warp a row, its points in a hash table',
  sources: [
    {
      title: 'De Sterck, Yang, Heys 2006, "Reducing complexity in parallel algebraic multigrid preconditioners"',
      section: '3',
    },
    {
      title: 'De Sterck, Falgout, Nolting, Yang 2008, "Distance-two interpolation for parallel algebraic multigrid"',
      section: '4.3',
    },
  ],
  precisions: [{ precision: 'f64', accumulator: 'f64' }],
  reproducibility: 'bitwise',
  requires: [],
  params: NO_PARAMS,
  symbolic,
  numeric: (context, _, again, found) => numeric(context, again, found),
};
