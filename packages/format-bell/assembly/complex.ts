// The same kernels of complex numbers, in modules of their own.
export { bellColumn, bellRow } from './bell';
