export * from './csr';
export * from './sell';
export { totalF32, totalF64 } from '@spmv/kernel-kit/assembly/block-total';
