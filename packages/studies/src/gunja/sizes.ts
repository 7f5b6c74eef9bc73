import { facts } from '../matrices/sources.ts';
import type { StudyMatrix } from '../matrices/study-matrix.ts';

const FROM = 'T. Gunja, figure 5.3: (int)(density · cols) entries in every row';

/** 128 … 2048 and 4096, of dense matrices. */
export const GEMM_SIZES: readonly number[] = [128, 256, 512, 1024, 2048, 4096];
/** 128 … 32768, of sparse ones. */
export const SPMV_SIZES: readonly number[] = [...GEMM_SIZES, 8192, 16_384, 32_768];
export const LARGEST = 32_768;
/** The densities of the figures are not printed, but for the 0.1 of all others. */
export const DENSITIES: readonly number[] = [0.001, 0.01, 0.02, 0.05, 0.1];
/** Of figures 6.1 to 6.6. */
export const DENSITY = 0.1;

/** The random matrix of a size. */
export function matrixName(size: number, density: number = DENSITY): string {
  return density === DENSITY ? `random-${size}` : `random-${size}-${density}`;
}

function random(size: number, density: number): StudyMatrix {
  const from =
    density === DENSITY
      ? FROM
      : `${FROM}; the density ${density} is assumed, for the report prints those of its figures nowhere`;
  const perRow = Math.floor(density * size);
  return {
    name: matrixName(size, density),
    facts: facts(from, { rows: size, cols: size, nnz: perRow * size, max: perRow, deviation: 0 }),
    source: { kind: 'stored', source: `gen:random?rows=${size}&perRow=${perRow}&low=1&high=1000&seed=1` },
  };
}

/** Rows of one length, columns anywhere, values between 1 and 1000 (figure 5.3): as the paper makes them, but for positions that it may draw twice. */
export const matrices: readonly StudyMatrix[] = [
  ...SPMV_SIZES.map((size) => random(size, DENSITY)),
  ...DENSITIES.filter((density) => density !== DENSITY).map((density) => random(LARGEST, density)),
];
