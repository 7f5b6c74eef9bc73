import type { CaseReport, ConformanceReport } from '@spmv/testkit';
import type { MatrixFailure } from '../engine/session.ts';
import type { BackendRow } from './backend-rows.ts';
import type { LeftOut } from './left-out.ts';
import type { BenchResult, ValidateResult } from './result.ts';
import type { MatrixSummary } from './run-document.ts';
import type { TuneSearch } from './tuned.ts';

/** The lists that commands keep, by name. */
export interface KeptLists {
  readonly backends: BackendRow;
  readonly leftOut: LeftOut;
  /** By place of the matrix. */
  readonly matrices: MatrixSummary;
  /** By place of the matrix and of the combination; of a bench and a sweep with times. */
  readonly results: ValidateResult | BenchResult;
  readonly errors: MatrixFailure;
  /** Matrices that were printed. */
  readonly shown: true;
  readonly searches: TuneSearch;
  /** Points of a search that were measured. */
  readonly points: BenchResult;
  /** Cases of the kit that began, and those that ended. */
  readonly running: Pick<CaseReport, 'id' | 'tier'>;
  readonly cases: CaseReport;
  readonly report: ConformanceReport;
}
