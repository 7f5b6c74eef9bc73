export * from './csr';
export * from './sell';
export { total } from '@spmv/kernel-kit/assembly/block-total';
