// The WebAssembly kernels of this package, compiled into one module for each set of engine features.
export { hybColumnF32, hybColumnF64, hybRowF32, hybRowF64 } from './hyb';
