// The WebAssembly kernels of this package, compiled into one module for each set of engine features.
export { bellColumn, bellRow } from './bell';
