import { facts } from './sources.ts';
import type { StudyMatrix } from './study-matrix.ts';

const GUNJA = 'Gunja, 3.3 and figure 5.3: ⌊density · cols⌋ entries in every row';

/** Gunja's random matrix of a size, density 0.1. There a column may come twice in a row; here columns differ. */
function random(rows: number): StudyMatrix {
  const perRow = Math.floor(0.1 * rows);
  return {
    name: `random-${rows}`,
    facts: [
      ...facts(GUNJA, { rows, cols: rows, nnz: rows * perRow, mean: perRow, max: perRow, deviation: 0 }),
      // 10.773568 ms at 19.932892 GFLOP/s.
      ...(rows === 32_768 ? facts('Gunja, 6.1.6: GFLOPS · time / 2', { nnz: 107_374_182 }) : []),
    ],
    source: { kind: 'stored', source: `gen:random?rows=${rows}&perRow=${perRow}&low=1&high=1000&seed=1` },
  };
}

/** Gunja's matrices from 128 to 32,768 rows, in powers of two. */
export const randomMatrices: readonly StudyMatrix[] = [128, 256, 512, 1024, 2048, 4096, 8192, 16_384, 32_768].map(
  random,
);
