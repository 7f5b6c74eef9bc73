import type { MatrixFact, MatrixFactName } from './study-matrix.ts';

/** Facts of one source. */
export function facts(from: string, values: Readonly<Partial<Record<MatrixFactName, number>>>): readonly MatrixFact[] {
  return Object.entries(values).map(([what, value]) => ({ what: what as MatrixFactName, value, from }));
}

/** A line of Table I of Vázquez et al. as printed. Av and I_Av are rounded there, σ/Av in per cent too. */
export function tableOne(
  rows: number,
  nnz: number,
  mean: number,
  above: number,
  relative: number,
): readonly MatrixFact[] {
  return [
    ...facts('Vázquez et al., Table I', { rows, nnz, mean, relativeDeviation: relative }),
    ...facts('Vázquez et al., Table I: I_Av + Entries/N, rounded', { max: Math.round(above + nnz / rows) }),
    ...facts('Vázquez et al., Table I: σ/Av · Entries/N', { deviation: ((relative / 100) * nnz) / rows }),
  ];
}

/** The data of the SuiteSparse collection's site about a matrix: `HB/cage4`. Its `nonzeros` leaves explicit zeros out. */
export function collection(origin: string): string {
  return `https://github.com/ScottKolo/suitesparse-matrix-collection-website/blob/master/db/collection_data/matrices/${origin}.rb`;
}

/** Features of 30 matrices of the collection as the authors of SpMV-Research measured them. */
export const FEATURES =
  'https://github.com/cslab-ntua/SpMV-Research/blob/master/Benchmarks/validation_matrices_features.csv';

/** Counted in the matrix itself, which is bundled with the command. */
export const COUNTED_BUNDLED = 'counted in the matrix that comes with spmv';

/** Counted in the file that bench/matrices.json names. */
export const COUNTED_FILE = 'counted in the file of bench/matrices.json';

/** The list of test matrices in MAGMA 1.1, explicit zeros left out. */
export const MAGMA = 'MAGMA 1.1, list of matrices in the test of zcg_merge';

/** Fraga's report. */
export const FRAGA = 'Fraga, Results & Discussion';
