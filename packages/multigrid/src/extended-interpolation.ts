import type { CsrMatrix } from '@spmv/spgemm';

/** Entries of P in a row. */
const MOST = 4;
/** A fine neighbour with more entries is not looked through: one that all depend on would cost the square of the rows. */
const LONG = 1024;

/** What P is made of. */
interface Splitting {
  readonly A: CsrMatrix;
  readonly strong: Uint8Array;
  /** The number of a point on the coarse grid, −1 of a fine one. */
  readonly coarse: Int32Array;
  readonly diagonal: Float64Array;
}

/** A row of P as it is made: points of the fine grid, their weights, and where a point is in the list, −1 elsewhere. Used again and again. */
interface Row {
  count: number;
  readonly points: Int32Array;
  readonly weights: Float64Array;
  readonly place: Int32Array;
}

function add(row: Row, j: number): void {
  if (row.place[j] >= 0) return;
  row.place[j] = row.count;
  row.points[row.count] = j;
  row.weights[row.count++] = 0;
}

/** The coarse points that i interpolates from: those that it depends on, and those that the fine points depend on that it depends on. */
function gatherPoints({ A: { rowStart, colIndex }, strong, coarse }: Splitting, i: number, row: Row): void {
  for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
    if (!strong[k]) continue;
    const j = colIndex[k];
    if (coarse[j] >= 0) add(row, j);
    else if (rowStart[j + 1] - rowStart[j] <= LONG)
      for (let m = rowStart[j]; m < rowStart[j + 1]; m++)
        if (strong[m] && coarse[colIndex[m]] >= 0) add(row, colIndex[m]);
  }
}

/**
 * Weights of i from those points: what fine neighbours contribute is divided between the points and i itself, what is weak goes to the diagonal (De Sterck, Falgout, Nolting, Yang 2008, "Distance-two
 * interpolation for parallel algebraic multigrid", section 4.3).
 */
function weigh({ A: { rowStart, colIndex, values }, strong, diagonal }: Splitting, i: number, row: Row): void {
  const { place, weights } = row;
  let own = diagonal[i];
  for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
    const j = colIndex[k];
    const value = values[k];
    if (j === i) continue;
    if (place[j] >= 0) {
      weights[place[j]] += value;
      continue;
    }
    const begin = rowStart[j];
    const end = rowStart[j + 1];
    const sign = diagonal[j];
    let sum = 0;
    if (strong[k] && end - begin <= LONG)
      for (let m = begin; m < end; m++) {
        const l = colIndex[m];
        if (values[m] * sign < 0 && (l === i || place[l] >= 0)) sum += values[m];
      }
    if (sum === 0) {
      own += value;
      continue;
    }
    const share = value / sum;
    for (let m = begin; m < end; m++) {
      const l = colIndex[m];
      if (!(values[m] * sign < 0)) continue;
      if (l === i) own += share * values[m];
      else if (place[l] >= 0) weights[place[l]] += share * values[m];
    }
  }
  for (let p = 0; p < row.count; p++) {
    const weight = -weights[p] / own;
    weights[p] = Number.isFinite(weight) ? weight : 0;
  }
}

/** Brings the `MOST` largest weights to the front of the row, and leaves them. */
function cut(row: Row): void {
  const { points, weights } = row;
  for (let at = 0; at < MOST; at++) {
    let best = at;
    for (let p = at + 1; p < row.count; p++) if (Math.abs(weights[p]) > Math.abs(weights[best])) best = p;
    const [point, weight] = [points[best], weights[best]];
    points[best] = points[at];
    weights[best] = weights[at];
    points[at] = point;
    weights[at] = weight;
  }
}

/** The sum of weights p = 0 … count − 1. */
function sumOf(weights: Float64Array, count: number): number {
  let sum = 0;
  for (let p = 0; p < count; p++) sum += weights[p];
  return sum;
}

/** Computes the rows of P one after another, and gives each to `visit`: coarse points are taken as they are. */
function eachRow(splitting: Splitting, visit: (i: number, row: Row) => void): void {
  const n = splitting.A.shape.rows;
  const row = { count: 0, points: new Int32Array(n), weights: new Float64Array(n), place: new Int32Array(n).fill(-1) };
  for (let i = 0; i < n; i++) {
    row.count = 0;
    if (splitting.coarse[i] >= 0) {
      add(row, i);
      row.weights[0] = 1;
      row.place[i] = -1;
    } else {
      gatherPoints(splitting, i, row);
      weigh(splitting, i, row);
      for (let p = 0; p < row.count; p++) row.place[row.points[p]] = -1;
    }
    visit(i, row);
  }
}

/**
 * P: n × n_c. Coarse points are taken as they are; fine ones by extended+i interpolation, cut to the four largest weights, which keep the sum of all. A fine point without
 * such neighbours has an empty row, and is left to the smoother.
 */
export function extendedInterpolation(splitting: Splitting, coarseCount: number): CsrMatrix {
  const n = splitting.A.shape.rows;
  const rowStart = new Int32Array(n + 1);
  const columns = new Int32Array(MOST * n);
  const kept = new Float64Array(MOST * n);
  let at = 0;
  eachRow(splitting, (i, row) => {
    const { points, weights } = row;
    let factor = 1;
    let count = row.count;
    if (count > MOST) {
      const all = sumOf(weights, count);
      cut(row);
      count = MOST;
      const sum = sumOf(weights, count);
      if (sum !== 0) factor = all / sum;
    }
    const begin = at;
    for (let p = 0; p < count; p++) {
      if (weights[p] === 0) continue;
      const column = splitting.coarse[points[p]];
      let to = at++;
      for (; to > begin && columns[to - 1] > column; to--) {
        columns[to] = columns[to - 1];
        kept[to] = kept[to - 1];
      }
      columns[to] = column;
      kept[to] = weights[p] * factor;
    }
    rowStart[i + 1] = at;
  });
  return { shape: { rows: n, cols: coarseCount }, rowStart, colIndex: columns.slice(0, at), values: kept.slice(0, at) };
}

/** The weights of P, whose places stay, for new values of A in the same places. */
export function reweigh(splitting: Splitting, { rowStart, colIndex, values }: CsrMatrix): void {
  eachRow(splitting, (i, { count, points, weights }) => {
    const [begin, end] = [rowStart[i], rowStart[i + 1]];
    values.fill(0, begin, end);
    let kept = 0;
    for (let p = 0; p < count; p++)
      for (let k = begin; k < end; k++)
        if (colIndex[k] === splitting.coarse[points[p]]) {
          values[k] = weights[p];
          kept += weights[p];
        }
    const factor = kept === 0 ? 1 : sumOf(weights, count) / kept;
    for (let k = begin; k < end; k++) values[k] *= factor;
  });
}
