export { number } from './number';
export { pass } from './pass';
export { total } from '@spmv/kernel-kit/assembly/block-total';
