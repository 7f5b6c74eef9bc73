export * from './advance';
export * from './conjugate';
export * from './descend';
export * from './dots';
export * from './hadamard';
export * from './linear';
export * from './scalar';
export { totalF32, totalF64 } from '@spmv/kernel-kit/assembly/block-total';
