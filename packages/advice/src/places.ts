import type {
  Backend,
  BackendDescriptor,
  Kernel,
  KernelPrecision,
  Params,
  Precision,
  Registry,
  SparseFormat,
  Workload,
} from '@spmv/core';
import type { Examined } from './examined.ts';
import type { Predictor } from './experience.ts';

/** A backend that runs. */
export interface OpenedBackend {
  readonly descriptor: BackendDescriptor;
  readonly backend: Backend;
}

/** What comes into question: an absent list means everything. */
export interface WantedIds {
  readonly formats?: readonly string[];
  readonly kernels?: readonly string[];
  readonly params?: Params;
  /** Default f64, else what the device computes in. */
  readonly precision?: Precision;
}

/** What candidates are looked for in. */
export interface SearchScope {
  readonly registry: Registry;
  readonly backends: readonly OpenedBackend[];
  readonly workload: Workload;
  readonly examined: Examined;
  readonly wanted: WantedIds;
  /** Most bytes of one stored matrix on the host. */
  readonly maxBytes: number;
  readonly predictor: Predictor;
  /** Of a matrix that has a sample, about so many candidates are planned whole. */
  readonly most: number;
}

/** A kernel on a backend that may come into question. */
export interface EligibleKernel {
  readonly opened: OpenedBackend;
  readonly kernel: Kernel;
  readonly format: SparseFormat;
  readonly arithmetic: KernelPrecision;
}
