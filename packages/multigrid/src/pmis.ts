import type { CsrMatrix } from '@spmv/spgemm';
import { transposedPositions } from './csr.ts';

/** 32 bits that look random, of a number (the finalizer of MurmurHash3). */
function mixed(number: number): number {
  let h = number | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

function countOf(strong: Uint8Array): number {
  let count = 0;
  for (let k = 0; k < strong.length; k++) count += strong[k];
  return count;
}

/** Positions of strong entries. */
function strongPositions(
  { shape, rowStart, colIndex }: CsrMatrix,
  strong: Uint8Array,
): Pick<CsrMatrix, 'shape' | 'rowStart' | 'colIndex'> {
  const start = new Int32Array(shape.rows + 1);
  const columns = new Int32Array(countOf(strong));
  let at = 0;
  for (let i = 0; i < shape.rows; i++) {
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) if (strong[k]) columns[at++] = colIndex[k];
    start[i + 1] = at;
  }
  return { shape, rowStart: start, colIndex: columns };
}

/** A permutation of 0 … n − 1 that looks random: sorted by 16 bits of a hash, twice, from the low ones on. */
function shuffled(n: number, seed: number): Int32Array {
  let order = new Int32Array(n);
  for (let i = 0; i < n; i++) order[i] = i;
  for (const shift of [0, 16]) {
    const start = new Int32Array(0x10001);
    const digit = (i: number): number => (mixed(i ^ mixed(seed)) >>> shift) & 0xffff;
    for (let i = 0; i < n; i++) start[digit(i) + 1]++;
    for (let d = 0; d < 0x10000; d++) start[d + 1] += start[d];
    const sorted = new Int32Array(n);
    for (let k = 0; k < n; k++) sorted[start[digit(order[k])]++] = order[k];
    order = sorted;
  }
  return order;
}

/**
 * Points of the coarse grid: of each point its number there, −1 where it is a fine one. PMIS (De Sterck, Yang, Heys 2006, "Reducing complexity in parallel algebraic multigrid
 * preconditioners", section 3): a set of points none of which depends on another, largest measure first, the measure being the number of points that depend on it and a random part. Going through points
 * by falling measure gives the set that their rounds in parallel give, in time of the order of the entries. Points that nobody depends on are fine.
 */
export function pmis(
  A: CsrMatrix,
  strong: Uint8Array,
  seed: number,
): { readonly coarse: Int32Array; readonly count: number } {
  const n = A.shape.rows;
  const { rowStart, colIndex } = transposedPositions(strongPositions(A, strong));
  const random = shuffled(n, seed);
  // A counting sort by the number of dependents, falling, keeps the random order among equals.
  let most = 0;
  for (let i = 0; i < n; i++) most = Math.max(most, rowStart[i + 1] - rowStart[i]);
  const place = new Int32Array(most + 2);
  const bucket = (i: number): number => most - (rowStart[i + 1] - rowStart[i]);
  for (let i = 0; i < n; i++) place[bucket(i) + 1]++;
  for (let d = 0; d <= most; d++) place[d + 1] += place[d];
  const order = new Int32Array(n);
  for (let k = 0; k < n; k++) order[place[bucket(random[k])]++] = random[k];

  const isFine = new Uint8Array(n);
  const isCoarse = new Uint8Array(n);
  for (let at = 0; at < n; at++) {
    const i = order[at];
    if (isFine[i] || rowStart[i + 1] === rowStart[i]) continue;
    isCoarse[i] = 1;
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) if (!isCoarse[colIndex[k]]) isFine[colIndex[k]] = 1;
  }
  const coarse = new Int32Array(n).fill(-1);
  let count = 0;
  for (let i = 0; i < n; i++) if (isCoarse[i]) coarse[i] = count++;
  return { coarse, count };
}
