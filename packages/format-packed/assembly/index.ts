// The WebAssembly kernels of this package, compiled into one module for each set of engine features.
export { packedF32, packedF64 } from './packed';
