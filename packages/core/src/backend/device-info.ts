import type { Precision } from '../data/precision.ts';

/**
 * Small matrices that the threads of a subgroup multiply together, held by all of them: left (m × k) times right (k × n), both of type
 * `component`, added to a matrix (m × n) of type `result`. Types are WGSL's: `f16`, `f32`, `i8`.
 */
export interface SubgroupMatrix {
  readonly component: string;
  readonly result: string;
  readonly m: number;
  readonly n: number;
  readonly k: number;
}

/** What a kernel may know of the device it will run on. Plain data. */
export interface DeviceInfo {
  /** As the driver or the system names it. */
  readonly name: string;
  /** `software`: a GPU interface run by the CPU, for tests. */
  readonly kind: 'cpu' | 'gpu' | 'software';
  readonly precisions: readonly Precision[];
  /**
   * Named abilities kernels may require: `subgroups`, `relaxed-simd`. `finite-math` says that compilers for this device may assume that
   * no infinity or NaN occurs (WGSL allows it); results with infinities or NaN are then neither promised nor tested. `flushes-subnormals` says
   * that numbers of less than f64 that are below the smallest normal one may become 0 (WGSL allows it, and PTX for atomic sums).
   */
  readonly capabilities: readonly string[];
  /** What its subgroups multiply, where it has the capability `subgroup-matrix`. */
  readonly subgroupMatrices?: readonly SubgroupMatrix[];
  /** Named limits: `subgroupSize`, `threads`, `multiprocessors`, `maxBufferBytes` of one array, `maxOperandBytes` of all vectors and dense matrices, `memoryBytes` of everything, `maxBindingBytes` of what a kernel sees of one array; and `maxStripeBytes`, of one stripe of a matrix that is beyond these. */
  readonly limits: Readonly<Record<string, number>>;
  /** Anything else worth showing: driver version, memory. */
  readonly details?: Readonly<Record<string, string | number>>;
}
