// Every WebAssembly kernel of this package, compiled into one module for each set of engine features. No module holds data of its own.
export { coo } from './coo';
export { csr } from './csr';
export { csrMerge } from './csr-merge';
export { csrTransposed } from './csr-transposed';
export { csrPadded } from './csr-padded';
export { cooTransposed, csrPaddedTransposed } from './row-spread';
export { ellpackColumn, ellpackRow } from './ellpack';
export { ellpackRColumn, ellpackRRow } from './ellpack-r';
export { diagonalF64 } from './diagonal';
export { clearSums, reduceSums } from '@spmv/kernel-kit/assembly/worker-sums';
