// The same kernels of complex numbers, in modules of their own.
export { dia, diaTransposed } from './dia';
