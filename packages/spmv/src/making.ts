import type { Precision } from '@spmv/core';

/** How a matrix was computed from others. Plain data. */
export interface Making {
  /** `C ← αAB`. */
  readonly formula: string;
  readonly backend: string;
  readonly device: string;
  readonly kernel: string;
  readonly precision: Precision;
  /** Most bytes that the kernel took at once besides operands and result. */
  readonly workBytes: number;
  /** Kernels that come first here and did not run: their compiled code is not on this machine, or they were refused, for their memory. */
  readonly passedOver: readonly { readonly kernel: string; readonly reason: string; readonly fix: string }[];
}
