/** A line of Table I as printed. Bandwidth in GB/s and speed-up are cut off behind the point. */
export interface TableOneRow {
  readonly rows: number;
  readonly entries: number;
  /** Av: entries per row. */
  readonly mean: number;
  /** I_Av: entries of the longest row above Av. */
  readonly above: number;
  /** σ/Av in per cent. */
  readonly deviation: number;
  readonly gbPerSecond: number;
  readonly speedup: number;
}

function row(...numbers: readonly [number, number, number, number, number, number, number]): TableOneRow {
  const [rows, entries, mean, above, deviation, gbPerSecond, speedup] = numbers;
  return { rows, entries, mean, above, deviation, gbPerSecond, speedup };
}

/** Table I. */
export const PRINTED: ReadonlyMap<string, TableOneRow> = new Map([
  ['qh1484', row(1484, 6110, 4, 9, 39, 6, 1)],
  ['dw2048', row(2048, 10_114, 5, 3, 10, 11, 2)],
  ['rbs480a', row(480, 17_087, 36, 0, 1, 14, 1)],
  ['gemat12', row(4929, 33_111, 7, 37, 45, 20, 4)],
  ['dw8192', row(8192, 41_746, 5, 3, 12, 35, 5)],
  ['mhd3200a', row(3200, 68_026, 21, 12, 27, 41, 4)],
  ['e20r4000', row(4241, 131_556, 31, 31, 50, 53, 5)],
  ['bcsstk24', row(3562, 159_910, 45, 12, 26, 70, 14)],
  ['mac_econ', row(206_500, 1_273_389, 6, 38, 72, 38, 8)],
  ['qcd5_4', row(49_152, 1_916_928, 39, 1, 0, 120, 16)],
  ['mc2depi', row(525_825, 2_100_225, 4, 0, 2, 118, 23)],
  ['rma10', row(46_835, 2_374_001, 51, 94, 56, 99, 14)],
  ['cop20k_A', row(121_192, 2_624_331, 22, 59, 64, 70, 21)],
  ['wbp128', row(16_384, 3_933_095, 240, 16, 14, 111, 14)],
  ['dense2', row(2000, 4_000_000, 2000, 0, 0, 121, 15)],
  ['cant', row(62_451, 4_007_383, 64, 14, 21, 121, 32)],
  ['pdb1HYS', row(36_417, 4_344_765, 119, 85, 27, 121, 32)],
  ['consph', row(83_334, 6_010_480, 72, 9, 26, 120, 33)],
  ['shipssec1', row(140_874, 7_813_404, 55, 46, 20, 122, 32)],
  ['pwtk', row(217_918, 11_634_424, 53, 128, 9, 128, 33)],
  ['wbp256', row(65_536, 31_413_932, 479, 33, 15, 95, 13)],
]);

/** The test matrices, in the paper's order. */
export const MATRICES: readonly string[] = [...PRINTED.keys()];

/** Those of which the table says something. */
export function namesOf(is: (row: TableOneRow) => boolean): readonly string[] {
  return [...PRINTED].flatMap(([name, row]) => (is(row) ? [name] : []));
}

/** Peak bandwidth of the GeForce GTX 285 as the paper gives it. */
const PRINTED_PEAK = 159;

/** BW of Table I over it, per cent: derived from print. */
export function printedShare(matrix: string): number | null {
  const row = PRINTED.get(matrix);
  return row ? (100 * row.gbPerSecond) / PRINTED_PEAK : null;
}
