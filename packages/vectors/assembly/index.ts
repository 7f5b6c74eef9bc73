export * from './advance';
export * from './conjugate';
export * from './descend';
export * from './dots';
export * from './hadamard';
export * from './linear';
export * from './scalar';
export { total } from '@spmv/kernel-kit/assembly/block-total';
