import type { CooMatrix } from '@spmv/core';
import { checkOptions, formatBytes, SpmvError } from '@spmv/core';
import type { LuFront, LuPanelKernel } from '../dense/lu-front.ts';
import { eliminatePanel, PANEL } from '../dense/lu-front.ts';
import { SLICED } from '../dense/front.ts';
import type { LuOptions } from '../lu/factor.ts';
import { checkNumbers, checkPattern, LU_DEFAULTS, LU_RULES } from '../lu/factor.ts';
import type { Slices } from '../slices.ts';
import { drained } from '../slices.ts';
import type { FrontalAnalysis } from './analyze.ts';
import type { FrontCopies } from './front-work.ts';
import { assembled, stored, workOf } from './front-work.ts';

/** LU of RAC, R and C scales, with rows put by the analysis, front by front. Plain data. */
export interface FrontalFactor {
  readonly kind: 'frontal';
  readonly analysis: FrontalAnalysis;
  /** Pivots that were eliminated with each supernode: its own and such that its children left. */
  readonly pivotCount: Int32Array;
  /** Rows and columns of supernode s, by places, from `idStart[s]` on, first its pivots in the order of elimination. */
  readonly idStart: Float64Array;
  readonly rowIds: Int32Array;
  readonly colIds: Int32Array;
  /** Supernode s of w pivots and m rows: w rows of m numbers from `start[s]` on, U from the diagonal on and L before it; then m − w rows of w numbers of L. */
  readonly start: Float64Array;
  readonly numbers: Float64Array;
  readonly entries: number;
  /** Pivots that are not of the diagonal, and how often one was left to a parent. */
  readonly exchanges: number;
  readonly delayed: number;
}

/** What computes LU by fronts. Default: JavaScript. */
export interface FrontalKernels extends FrontCopies {
  readonly panel?: LuPanelKernel;
  /** y of LUy = w over places; w and z, n numbers each, are of use no more. */
  readonly solveFronts?: (factor: FrontalFactor, w: Float64Array, z: Float64Array, y: Float64Array) => void;
}

/** So many times the work that was expected is done where pivots are delayed, and no more. */
const DELAYED = 4;

/**
 * LU of a matrix with the positions that were analyzed, by fronts whose pivots are chosen by size: each has at least `threshold` of its column, or is left to the parent. Memory and multiplications of the analysis, and more where pivots are delayed.
 *
 * `kernels`: by default JavaScript, or compiled code of `nativeFronts`, which rounds in another order.
 *
 * Errors: `SOLVER.SINGULAR` where no pivot is left; `SOLVER.GROWTH` where so many are delayed that columns one by one are the better way; `SOLVER.NOT_FINITE`; `FORMAT.OUT_OF_MEMORY`; `OPERAND.MATRIX` for another pattern.
 * Source: I. S. Duff, J. K. Reid, The multifrontal solution of unsymmetric sets of linear equations, SIAM J. Sci. Stat. Comput. 5, 1984.
 */
export function factorFronts(
  analysis: FrontalAnalysis,
  coo: CooMatrix,
  options: LuOptions = {},
  kernels?: FrontalKernels,
): FrontalFactor {
  return drained(factorFrontsSlices(analysis, coo, options, kernels));
}

/** The same in slices: of a supernode, and of some columns of a large one. */
export function* factorFrontsSlices(
  analysis: FrontalAnalysis,
  coo: CooMatrix,
  options: LuOptions = {},
  kernels: FrontalKernels = {},
): Slices<FrontalFactor> {
  checkOptions('factorFronts', options, LU_RULES);
  const { panel = eliminatePanel } = kernels;
  const { threshold = LU_DEFAULTS.threshold, maxBytes = LU_DEFAULTS.maxBytes } = options;
  checkPattern(analysis, coo);
  checkNumbers(coo);
  const { supernodeParent, bytes } = analysis;
  if (bytes > maxBytes) throw tooLarge(bytes, maxBytes);
  const count = supernodeParent.length;
  const children = new Int32Array(count);
  for (const above of supernodeParent) if (above !== -1) children[above]++;
  const most = DELAYED * workOfFronts(analysis);
  const scaled = scaledEntries(analysis, coo);
  const work = workOf(analysis, kernels);
  const { rowIds, colIds, numbers, stack } = work;
  const pivotCount = new Int32Array(count);
  const [idStart, start] = [new Float64Array(count + 1), new Float64Array(count + 1)];
  let [exchanges, delayed, multiplications] = [0, 0, 0];
  for (let s = 0; s < count; s++) {
    const front = assembled(analysis, scaled, work, s, children[s], kernels);
    const { height, candidates, ids } = front;
    const done = yield* eliminated(front, panel, threshold);
    const isRoot = supernodeParent[s] === -1;
    if (isRoot && done < candidates) throw singular(analysis.n, candidates - done);
    stored(work, front, done, kernels);
    if (isRoot) work.left.pop();
    pivotCount[s] = done;
    [idStart[s + 1], start[s + 1]] = [rowIds.used, numbers.used];
    for (let k = 0; k < done; k++) if (rowIds.array[ids + k] !== colIds.array[ids + k]) exchanges++;
    delayed += candidates - done;
    multiplications += done * height * height;
    const held = 8 * (numbers.used + stack.used + height * height);
    if (held > maxBytes) throw tooLarge(held, maxBytes);
    if (multiplications > most) throw tooManyDelayed(delayed, analysis.n);
    yield s;
  }
  return {
    kind: 'frontal',
    analysis,
    pivotCount,
    idStart,
    rowIds: rowIds.array.subarray(0, rowIds.used),
    colIds: colIds.array.subarray(0, colIds.used),
    start,
    numbers: numbers.array.subarray(0, numbers.used),
    entries: numbers.used,
    exchanges,
    delayed,
  };
}

/** Pivots of a front, panel by panel, until none is left that is acceptable. */
function* eliminated(front: LuFront, panel: LuPanelKernel, threshold: number): Slices<number> {
  const { candidates, height } = front;
  let done = 0;
  for (let past = Math.min(candidates, PANEL); done < candidates;) {
    const next = panel(front, done, past, threshold);
    if (next === done && past === candidates) break;
    // Columns that had no pivot are tried again with those that follow.
    past = Math.min(candidates, Math.max(past, next === done ? past + PANEL : next + PANEL));
    done = next;
    if (height > SLICED) yield done;
  }
  return done;
}

/** Σ of w·m² over supernodes of w pivots and m rows. */
function workOfFronts({ firstPivot, rowsStart }: FrontalAnalysis): number {
  let sum = 0;
  for (let s = 0; s + 1 < firstPivot.length; s++)
    sum += (firstPivot[s + 1] - firstPivot[s]) * (rowsStart[s + 1] - rowsStart[s]) ** 2;
  return sum;
}

/** The entries of RAC in the order of fronts. */
function scaledEntries({ entrySource, rowScale, colScale }: FrontalAnalysis, coo: CooMatrix): Float64Array {
  const { rowIndex, colIndex, values } = coo;
  const scaled = new Float64Array(entrySource.length);
  for (let e = 0; e < scaled.length; e++) {
    const k = entrySource[e];
    scaled[e] = values[k] * rowScale[rowIndex[k]] * colScale[colIndex[k]];
  }
  return scaled;
}

function tooLarge(bytes: number, maxBytes: number): SpmvError {
  return new SpmvError(
    'FORMAT.OUT_OF_MEMORY',
    `LU by fronts needs ${formatBytes(bytes)}, more than maxBytes, ${formatBytes(maxBytes)}.`,
    {
      fix: 'Solve by an iterative method with a preconditioner, or factor with a larger maxBytes.',
      details: { bytes, maxBytes },
    },
  );
}

function singular(n: number, missing: number): SpmvError {
  return new SpmvError(
    'SOLVER.SINGULAR',
    `The matrix is singular to working precision: its rank is ${n - missing} of ${n} at most.`,
    {
      fix: 'Use factorLu, which names a row and a column.',
      details: { rank: n - missing, n },
    },
  );
}

function tooManyDelayed(delayed: number, n: number): SpmvError {
  return new SpmvError(
    'SOLVER.GROWTH',
    `Pivots of ${n} columns were left to a later front ${delayed} times, so that fronts grow.`,
    { fix: 'Use factorLu, which takes columns one by one, or a lower threshold.', details: { delayed, n } },
  );
}
