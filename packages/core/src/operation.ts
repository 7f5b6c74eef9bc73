import type { SpmvDriverOperator, SpmvDriverRequest } from './backend/backend-driver.ts';
import type { SpmvOperator, SpmvRequest } from './backend/spmv-operator.ts';
import type { SpmvKernel } from './kernel/kernel.ts';

/**
 * What can be computed. Each operation names its kernel, what a user asks for and gets, and what a backend's author is asked
 * for and gives. SpMV, y ← αAx + βy, is one of them; the rest of this package assumes nothing about which others exist.
 */
export interface Operations {
  readonly spmv: {
    readonly kernel: SpmvKernel;
    readonly request: SpmvRequest;
    readonly operator: SpmvOperator;
    readonly driverRequest: SpmvDriverRequest;
    readonly driverOperator: SpmvDriverOperator;
  };
}

/** Name of an operation: `spmv`. */
export type OperationId = keyof Operations;
