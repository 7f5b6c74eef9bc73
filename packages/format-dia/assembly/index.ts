// The WebAssembly kernels of this package, compiled into one module for each set of engine features.
export { diaF32, diaF64, diaTransposedF32, diaTransposedF64 } from './dia';
