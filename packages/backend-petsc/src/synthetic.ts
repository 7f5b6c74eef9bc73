import type { HandedMatrix } from './hand-over.ts';

/** A square matrix in as many equal blocks as there are ranks. */
export interface Synthetic {
  readonly ranks: number;
  /** Rows of each rank. */
  readonly rows: number;
  /** Entries of a row within the block: the block is a band. */
  readonly length: number;
  /** Whether rows have up to so many entries more or less than `length`, by chance. Default 0. */
  readonly spread?: number;
  /** Whether the entries of a row are by chance all over the block in place of a band. Default false. */
  readonly scattered?: boolean;
  /** Ranks that each rank receives from: those after it, cyclically. Their messages come from as many before it. */
  readonly neighbours: number;
  /** Elements of each message. */
  readonly shared: number;
}

/** Numbers in [0, 1). */
function chanceFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Entries of the rows of a block. */
function bandsOf({ rows, length, spread = 0 }: Synthetic): Int32Array {
  const chance = chanceFrom(1);
  return Int32Array.from({ length: rows }, () => {
    const more = Math.floor(chance() * (2 * spread + 1)) - spread;
    return Math.min(rows, length + more);
  });
}

/** Such a matrix: row i of a block has a band of about `length` entries, and of the first `shared` rows one entry for each neighbour, in column i of that one's block. */
export function syntheticMatrix(synthetic: Synthetic): HandedMatrix {
  const { ranks, rows, neighbours, shared, scattered = false } = synthetic;
  const chance = chanceFrom(7);
  const n = ranks * rows;
  const bands = bandsOf(synthetic);
  const entries = ranks * (bands.reduce((sum, band) => sum + band, 0) + shared * neighbours);
  const rowStart = new Int32Array(n + 1);
  const colIndex = new Int32Array(entries);
  const others = Array.from({ length: ranks }, (_, p) =>
    Array.from({ length: neighbours }, (__, d) => (p + d + 1) % ranks).toSorted((a, b) => a - b),
  );
  let k = 0;
  for (let p = 0; p < ranks; p++)
    for (let i = 0; i < rows; i++) {
      const band = bands[i] as number;
      const first = p * rows + Math.min(i, rows - band);
      const far = i < shared ? (others[p] as readonly number[]) : [];
      for (const q of far) if (q < p) colIndex[k++] = q * rows + i;
      // One in each of as many equal parts of the block: all of them differ, and are in order.
      if (scattered)
        for (let j = 0; j < band; j++) colIndex[k++] = p * rows + Math.floor(((j + chance()) * rows) / band);
      else for (let j = 0; j < band; j++) colIndex[k++] = first + j;
      for (const q of far) if (q > p) colIndex[k++] = q * rows + i;
      rowStart[p * rows + i + 1] = k;
    }
  const bounds = Int32Array.from({ length: ranks + 1 }, (_, p) => p * rows);
  return { shape: { rows: n, cols: n }, bounds, rowStart, colIndex, values: new Float64Array(entries).fill(1) };
}
