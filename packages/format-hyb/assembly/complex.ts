// The same kernels of complex numbers, in modules of their own.
export { hybColumn, hybRow } from './hyb';
