/** What tables 1 to 4 print of a matrix; null for “-”. */
export interface PrintedFigures {
  readonly speedupCpu: PrintedPair;
  readonly speedupGpu: PrintedPair;
  readonly gflopsCpu: PrintedPair;
  readonly gflopsGpu: PrintedPair;
}

/** Of both formats. */
export interface PrintedPair {
  readonly csr: number | null;
  readonly ellpack: number | null;
}

/** Name, then CSR and ELLPACK of table 1 (speed-up CPU), 2 (speed-up GPU), 3 (GFLOP/s CPU) and 4 (GFLOP/s GPU). */
const ROWS: readonly (readonly [name: string, ...numbers: (number | null)[]])[] = [
  ['adder_dcop_32', 0.31, 0.01, 1.4, 0.91, 0.04, 0.0, 0.4, 0.26],
  ['af_1_k101', 10.17, 9.15, 69.18, 117.62, 4.99, 4.49, 33.41, 56.8],
  ['af23560', 5.51, 5.15, 34.48, 73.42, 2.32, 2.17, 16.05, 34.18],
  ['amazon0302', 8.71, 8.7, 22.23, 106.82, 2.17, 2.28, 5.45, 26.18],
  ['bcsstk17', 3.72, 1.83, 29.95, 43.39, 1.77, 0.66, 13.98, 20.25],
  ['cage4', 0.0, 0.0, 0.03, 0.03, 0.0, 0.0, 0.01, 0.01],
  ['cant', 8.62, 7.81, 88.96, 91.34, 3.77, 2.97, 41.89, 43.01],
  ['cavity10', 0.92, 0.77, 8.33, 19.48, 0.38, 0.25, 3.5, 8.18],
  ['cop20k_A', 8.97, 2.73, 60.38, 87.71, 3.34, 0.99, 22.3, 32.4],
  ['Cube_Coup_dt0', 10.27, 8.13, 111.98, 121.24, 5.09, 4.06, 54.1, 58.58],
  ['dc1', 4.18, null, 8.23, null, 1.13, null, 3.41, null],
  ['FEM_3D_thermal1', 4.57, 4.09, 31.26, 70.94, 1.89, 1.83, 14.6, 33.13],
  ['lung2', 5.95, 4.49, 11.0, 38.16, 2.25, 1.76, 4.35, 15.08],
  ['mac_econ_fwd500', 6.59, 1.34, 17.96, 36.84, 2.44, 0.49, 6.96, 14.28],
  ['mcfe', 0.5, 0.31, 2.97, 6.49, 0.16, 0.1, 1.13, 2.48],
  ['mhd4800a', 1.64, 1.11, 10.8, 26.38, 0.6, 0.43, 4.83, 11.8],
  ['mhda416', 0.22, 0.19, 1.26, 3.14, 0.08, 0.07, 0.49, 1.22],
  ['ML_Laplace', 10.31, 9.21, 118.18, 120.66, 5.04, 4.54, 55.83, 56.99],
  ['nlpkkt80', 10.08, 9.04, 71.57, 114.54, 4.91, 4.41, 34.17, 54.68],
  ['olafu', 7.37, 4.09, 56.46, 87.36, 2.92, 2.17, 26.6, 41.16],
  ['olm1000', 0.16, 0.14, 0.63, 1.93, 0.04, 0.04, 0.2, 0.6],
  ['PR02R', 9.39, 4.92, 87.83, 69.3, 4.78, 2.43, 41.55, 32.78],
  ['raefsky2', 2.24, 1.75, 21.07, 60.16, 0.75, 0.65, 9.98, 28.48],
  ['rdist2', 0.68, 0.58, 5.85, 14.0, 0.3, 0.21, 2.55, 6.1],
  ['roadNet-PA', 7.51, 3.58, 14.82, 111.95, 1.79, 0.86, 3.65, 27.53],
  ['thermal1', 4.73, 5.46, 18.56, 55.68, 2.25, 1.76, 6.57, 19.7],
  ['thermal2', 6.55, 6.31, 29.37, 110.83, 1.99, 1.85, 8.99, 33.94],
  ['thermomech_TK', 7.46, 5.8, 22.36, 67.73, 2.21, 1.86, 6.65, 20.14],
  ['webbase-1M', 6.8, null, 12.62, null, 1.91, null, 3.96, null],
  ['west2021', 0.23, 0.22, 0.83, 2.78, 0.07, 0.06, 0.29, 0.98],
];

function pair(numbers: readonly (number | null)[], table: number): PrintedPair {
  return { csr: numbers[2 * table] ?? null, ellpack: numbers[2 * table + 1] ?? null };
}

/** Tables 1 to 4 by matrix, in their order. */
export const PRINTED: ReadonlyMap<string, PrintedFigures> = new Map(
  ROWS.map(([name, ...numbers]) => [
    name,
    {
      speedupCpu: pair(numbers, 0),
      speedupGpu: pair(numbers, 1),
      gflopsCpu: pair(numbers, 2),
      gflopsGpu: pair(numbers, 3),
    },
  ]),
);

/** The 30 matrices. */
export const MATRICES: readonly string[] = [...PRINTED.keys()];
