// Matrices whose rows divide badly between threads, and every way to divide them.
import { cooFromEntries } from '@spmv/core';

/** Rows × cols with entry k of `place`. */
function matrixOf(rows: number, cols: number, count: number, place: (k: number) => readonly [number, number]) {
  const places = Array.from({ length: count }, (_, k) => place(k));
  return cooFromEntries(
    { rows, cols },
    {
      rowIndex: places.map(([i]) => i),
      colIndex: places.map(([, j]) => j),
      values: places.map((_, k) => Math.sin(k + 1)),
    },
  );
}

export const MATRICES = {
  'a giant row in the middle': matrixOf(500, 4000, 6000, (k) =>
    k < 4000 ? [250, k] : [(k * 37) % 500, (k * 11) % 4000],
  ),
  'the giant row last, most rows empty': matrixOf(900, 3000, 3100, (k) =>
    k < 3000 ? [899, k] : [(k * 7) % 40, (k * 13) % 3000],
  ),
  'fewer rows than threads': matrixOf(3, 700, 1500, (k) => [k % 3, (k * 17) % 700]),
  'one row': matrixOf(1, 900, 900, (k) => [0, k]),
  'one entry': matrixOf(40, 5, 1, () => [20, 3]),
};

/** Kernels of every kind: those with a loop over rows, and those that split rows and add partial sums. */
export const KERNELS: readonly (readonly [id: string, order: string])[] = [
  ['js/csr', ''],
  ['js/csr64', ''],
  ['js/coo', ''],
  ['wasm/csr-simd', 'in-turn'],
  ['wasm/csr-simd', 'by-length'],
  ['wasm/csr-merge', 'in-turn'],
  ['wasm/csr-merge', 'by-length'],
  ['wasm/coo-simd', ''],
];

export const SCHEDULES = [
  { schedule: 'balanced' },
  { schedule: 'static' },
  { schedule: 'dynamic', chunk: 1 },
  { schedule: 'dynamic', chunk: 97 },
];

export const TEAMS = [1, 2, 3, 4, 5, 6, 7, 8];
