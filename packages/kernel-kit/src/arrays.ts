import type { ArraysOf } from '@spmv/core';

/**
 * The arrays of formats by their names, for kernels whose packages do not depend on those of the formats; that they are the same is tested with the kernels of SpMM.
 * `csr-padded` has those of `csr`.
 */
export interface FormatArrays {
  readonly coo: ArraysOf<{ rowIndex: 'i32'; colIndex: 'i32'; values: 'value' }>;
  readonly csr: ArraysOf<{ rowStart: 'i32'; colIndex: 'i32'; values: 'value' }>;
  readonly csr64: ArraysOf<{ rowStart: 'f64'; colIndex: 'i32'; values: 'value' }>;
  readonly ellpack: ArraysOf<{ colIndex: 'i32'; values: 'value' }>;
  readonly 'ellpack-r': ArraysOf<{ rowLength: 'i32'; colIndex: 'i32'; values: 'value' }>;
  readonly sell: ArraysOf<{ sliceStart: 'i32'; rowOrder: 'i32'; colIndex: 'i32'; values: 'value' }>;
  readonly packed: ArraysOf<{ slices: 'i32'; segments: 'i32'; columns: 'u8'; values: 'value' }>;
}
