// Every WebAssembly kernel of this package, compiled into one module for each set of engine features. No module holds data of its own.
export { cooF32, cooF64 } from './coo';
export { csrF32, csrF64 } from './csr';
export { csrMergeF32, csrMergeF64 } from './csr-merge';
export { csrTransposedF32, csrTransposedF64 } from './csr-transposed';
export { csrPaddedF32, csrPaddedF64 } from './csr-padded';
export { cooTransposedF32, cooTransposedF64, csrPaddedTransposedF32, csrPaddedTransposedF64 } from './row-spread';
export { ellpackColumnF32, ellpackColumnF64, ellpackRowF32, ellpackRowF64 } from './ellpack';
export { ellpackRColumnF32, ellpackRColumnF64, ellpackRRowF32, ellpackRRowF64 } from './ellpack-r';
export { diagonalF64 } from './diagonal';
export { clearSumsF32, clearSumsF64, reduceSumsF32, reduceSumsF64 } from '@spmv/kernel-kit/assembly/worker-sums';
