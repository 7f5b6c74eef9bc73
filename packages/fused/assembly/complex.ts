// The same kernels of complex numbers, in modules of their own.
export { csr } from './csr';
export { sell } from './sell';
export { total } from '@spmv/kernel-kit/assembly/block-total';
