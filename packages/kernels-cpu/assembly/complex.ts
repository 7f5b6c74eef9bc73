// The same kernels of complex numbers, in modules of their own.
export { coo } from './coo';
export { csr } from './csr';
export { csrMerge } from './csr-merge';
export { csrTransposed } from './csr-transposed';
export { csrPadded } from './csr-padded';
export { cooTransposed, csrPaddedTransposed } from './row-spread';
export { ellpackColumn, ellpackRow } from './ellpack';
export { ellpackRColumn, ellpackRRow } from './ellpack-r';
export { clearSums, reduceSums } from '@spmv/kernel-kit/assembly/worker-sums';
