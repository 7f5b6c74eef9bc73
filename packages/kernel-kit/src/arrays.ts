import type { ArraysOf } from '@spmv/core';

/*
 * Arrays of formats for kernels whose packages do not depend on those of the formats; that they are the same is tested with the kernels of SpMM.
 */

/** The arrays of format `coo`. */
export type CooArrays = ArraysOf<{ rowIndex: 'i32'; colIndex: 'i32'; values: 'value' }>;
/** The arrays of formats `csr` and `csr-padded`. */
export type CsrArrays = ArraysOf<{ rowStart: 'i32'; colIndex: 'i32'; values: 'value' }>;
/** The arrays of format `csr64`. */
export type Csr64Arrays = ArraysOf<{ rowStart: 'f64'; colIndex: 'i32'; values: 'value' }>;
/** The arrays of format `ellpack`. */
export type EllpackArrays = ArraysOf<{ colIndex: 'i32'; values: 'value' }>;
/** The arrays of format `ellpack-r`. */
export type EllpackRArrays = ArraysOf<{ rowLength: 'i32'; colIndex: 'i32'; values: 'value' }>;
/** The arrays of format `sell`. */
export type SellArrays = ArraysOf<{ sliceStart: 'i32'; rowOrder: 'i32'; colIndex: 'i32'; values: 'value' }>;
/** The arrays of format `packed`. */
export type PackedArrays = ArraysOf<{ slices: 'i32'; segments: 'i32'; columns: 'u8'; values: 'value' }>;
