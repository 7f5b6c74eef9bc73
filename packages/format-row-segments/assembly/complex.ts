// The same kernels of complex numbers, in modules of their own.
export { rowSegments } from './row-segments';
