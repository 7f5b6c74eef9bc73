import type { Scalar } from '@spmv/core';
import type { ComputedFlags } from '../flags/selection.ts';

/** Flags of `spmv multiply`, as commander hands them over. */
export interface MultiplyFlags extends ComputedFlags {
  readonly x?: string;
  readonly y?: string;
  /** Another matrix. */
  readonly with?: string;
  readonly alpha: Scalar;
  readonly beta: Scalar;
  readonly out?: string;
  readonly backend: string;
  readonly device?: readonly string[];
  readonly format?: string;
  readonly kernel?: string;
  /** Default: f64, of complex numbers c128. */
  readonly precision?: string;
  /** Points that a tuner wrote. */
  readonly tuned?: string;
  readonly param?: readonly string[];
  readonly maxBytes?: number;
  /** Of a kernel that makes a matrix, besides operands and result. */
  readonly maxWorkBytes?: number;
}
