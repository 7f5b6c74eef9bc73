// The WebAssembly kernels of this package, compiled into one module for each set of engine features.
export { bellColumnF32, bellColumnF64, bellRowF32, bellRowF64 } from './bell';
