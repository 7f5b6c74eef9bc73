import type {
  BackendDescriptor,
  KernelPrecision,
  Params,
  Precision,
  SparseFormat,
  Kernel,
  MatrixKernel,
  StoragePlan,
} from '@spmv/core';
import type { OpenBackend } from './open-backends.ts';

/** What became of a combination: right, wrong or broken, never possible, or not possible here. */
export type CaseStatus = 'ok' | 'failed' | 'refused' | 'unavailable';

/** Why a case is not ok. */
export interface CaseProblem {
  readonly status: Exclude<CaseStatus, 'ok'>;
  readonly code: string | null;
  readonly reason: string;
  readonly fix: string;
}

/** What identifies a combination. */
export interface CaseId {
  /** Id of what is computed. */
  readonly operation: string;
  readonly backend: string;
  readonly device: string | null;
  /** Null where the operation has no stored matrix. */
  readonly format: string | null;
  readonly formatParams: Params;
  /** Null when none could be chosen. */
  readonly kernel: string | null;
  readonly kernelParams: Params;
  readonly launchParams: Params;
  /** Null where no precision came into question. */
  readonly precision: Precision | null;
  /** Precision of the stored values where it is another. */
  readonly stored?: Precision;
}

/** A form in which a matrix is stored. */
export interface PlannedStorage {
  readonly format: SparseFormat;
  readonly plan: StoragePlan;
}

/** A combination that may run. */
export interface RunnableCase extends CaseId {
  readonly kernel: string;
  readonly precision: Precision;
  readonly descriptor: BackendDescriptor;
  readonly opened: OpenBackend;
  /** A `MatrixKernel` where the operation makes a stored matrix. */
  readonly implementation: Kernel | MatrixKernel;
  readonly arithmetic: KernelPrecision;
  /** Undefined where the operation has no stored matrix, or several. */
  readonly storage: PlannedStorage | undefined;
  /** False for the serial CSR baseline when the user's selection leaves it out: it is timed but not listed. */
  readonly listed: boolean;
}

/** A combination that cannot run here. */
export interface ExcludedCase extends CaseId {
  readonly problem: CaseProblem;
  /** Predicted bytes where the storage is what was refused. */
  readonly predictedBytes: number | null;
}

/** The combinations of a problem. */
export interface CasePlan {
  readonly runnable: readonly RunnableCase[];
  readonly excluded: readonly ExcludedCase[];
}

/** Name of a combination for people: `serial csr js/csr f64`. */
export function caseName(id: CaseId): string {
  const stored = id.stored === undefined ? '' : `(values ${id.stored})`;
  return [id.backend, id.format ?? '', id.kernel ?? '', id.precision ?? '', stored]
    .filter((part) => part !== '')
    .join(' ');
}
