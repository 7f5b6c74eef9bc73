import type { CsrMatrix } from '@spmv/spgemm';

/** Groups of points: of each its number, −1 for points without strong couplings, which are left to the smoother. */
export interface Aggregates {
  readonly of: Int32Array;
  readonly count: number;
}

/**
 * Points with the neighbours that they are strongly coupled to, where none of these has a group; then what is left joins the group that it is coupled to most, and what still is left makes groups of its
 * own (Vaněk, Mandel, Brezina 1996, algorithm 5.1).
 */
export function aggregate({ shape, rowStart, colIndex, values }: CsrMatrix, strong: Uint8Array): Aggregates {
  const n = shape.rows;
  const of = new Int32Array(n).fill(-1);
  let count = 0;
  const claim = (i: number): void => {
    of[i] = count;
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) if (strong[k] && of[colIndex[k]] < 0) of[colIndex[k]] = count;
    count++;
  };
  const isLone = new Uint8Array(n);
  for (let i = 0; i < n; i++) {
    let [neighbours, taken] = [0, of[i] >= 0];
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
      if (!strong[k]) continue;
      neighbours++;
      taken ||= of[colIndex[k]] >= 0;
    }
    if (neighbours === 0) isLone[i] = 1;
    else if (!taken) claim(i);
  }
  const first = of.slice();
  for (let i = 0; i < n; i++) {
    if (first[i] >= 0) continue;
    let most = 0;
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
      const size = Math.abs(values[k]);
      if (!strong[k] || first[colIndex[k]] < 0 || size <= most) continue;
      most = size;
      of[i] = first[colIndex[k]];
    }
  }
  for (let i = 0; i < n; i++) if (of[i] < 0 && !isLone[i]) claim(i);
  return { of, count };
}

/** The matrix of points, of `size` rows each: the Frobenius norm of each block, and of blocks on the diagonal too. */
export function blockNorms({ shape, rowStart, colIndex, values }: CsrMatrix, size: number): CsrMatrix {
  const points = Math.floor(shape.rows / size);
  const place = new Int32Array(points).fill(-1);
  const start = new Int32Array(points + 1);
  const [columns, squares]: [number[], number[]] = [[], []];
  for (let p = 0; p < points; p++) {
    for (let k = rowStart[p * size]; k < rowStart[(p + 1) * size]; k++) {
      const q = Math.floor(colIndex[k] / size);
      if (place[q] < start[p]) {
        place[q] = columns.length;
        columns.push(q);
        squares.push(0);
      }
      squares[place[q]] += values[k] * values[k];
    }
    start[p + 1] = columns.length;
  }
  return {
    shape: { rows: points, cols: points },
    rowStart: start,
    colIndex: Int32Array.from(columns),
    values: Float64Array.from(squares, Math.sqrt),
  };
}
