// The same kernels of complex numbers, in modules of their own.
export { indexed } from './indexed';
export { packed } from './packed';
export { panel } from './panel';
export { csr, ellpack, sell } from './stored-rows';
export { addRows, reduce } from './transposed';
export { clearSums } from '@spmv/kernel-kit/assembly/worker-sums';
