import type { HandedMatrix } from './hand-over.ts';

/** A square matrix in as many equal blocks as there are ranks. */
export interface Synthetic {
  readonly ranks: number;
  /** Rows of each rank. */
  readonly rows: number;
  /** Entries of a row beside its diagonal, within the block: the block is a band. */
  readonly length: number;
  /** Ranks that each rank receives from: those after it, cyclically. Their messages come from as many before it. */
  readonly neighbours: number;
  /** Elements of each message. */
  readonly shared: number;
}

/** Such a matrix: row i of a block has a band of `length` entries, and of the first `shared` rows one entry for each neighbour, in column i of that one's block. */
export function syntheticMatrix({ ranks, rows, length, neighbours, shared }: Synthetic): HandedMatrix {
  const n = ranks * rows;
  const band = Math.min(length, rows);
  const entries = ranks * (rows * band + shared * neighbours);
  const rowStart = new Int32Array(n + 1);
  const colIndex = new Int32Array(entries);
  const others = Array.from({ length: ranks }, (_, p) =>
    Array.from({ length: neighbours }, (__, d) => (p + d + 1) % ranks).toSorted((a, b) => a - b),
  );
  let k = 0;
  for (let p = 0; p < ranks; p++)
    for (let i = 0; i < rows; i++) {
      const first = p * rows + Math.min(i, rows - band);
      const far = i < shared ? (others[p] as readonly number[]) : [];
      for (const q of far) if (q < p) colIndex[k++] = q * rows + i;
      for (let j = 0; j < band; j++) colIndex[k++] = first + j;
      for (const q of far) if (q > p) colIndex[k++] = q * rows + i;
      rowStart[p * rows + i + 1] = k;
    }
  const bounds = Int32Array.from({ length: ranks + 1 }, (_, p) => p * rows);
  return { shape: { rows: n, cols: n }, bounds, rowStart, colIndex, values: new Float64Array(entries).fill(1) };
}
