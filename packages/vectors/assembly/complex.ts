// The same functions of complex numbers, in modules of their own.
export { number } from './number';
export { pass } from './pass';
export { total } from '@spmv/kernel-kit/assembly/block-total';
