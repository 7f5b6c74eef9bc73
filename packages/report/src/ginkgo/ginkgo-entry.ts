import type { Fields } from '../bench/fields.ts';

/** One format on one matrix, as Ginkgo's `benchmark/spmv` writes it. */
export interface GinkgoCase {
  /** Bytes. */
  readonly storage?: number;
  /** In nanoseconds, as the explorer reads it. */
  readonly time?: number;
  readonly repetitions?: number;
  readonly completed: boolean;
  /** Why it did not complete. */
  readonly error?: string;
  /** What spmv knows and Ginkgo has no field for, of a row of `spmv.bench/1`. */
  readonly row: Fields;
}

/** One matrix on one executor, as in the files of `ginkgo-data` that its explorer opens. */
export interface GinkgoEntry {
  readonly filename: string;
  readonly problem: {
    readonly group?: string;
    readonly name: string;
    readonly rows: number;
    readonly cols: number;
    readonly nonzeros: number;
    readonly row_distribution?: { readonly mean: number; readonly max: number; readonly variance: number };
  };
  /** As later versions of the benchmark have them, beside the problem. */
  readonly rows: number;
  readonly cols: number;
  readonly nonzeros: number;
  readonly dataset: { readonly system: string; readonly executor: string; readonly precision: string };
  readonly spmv: Readonly<Record<string, GinkgoCase>>;
  readonly optimal: { readonly spmv?: string };
}
