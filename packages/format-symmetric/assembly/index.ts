// The WebAssembly kernels of this package, compiled into one module for each set of engine features.
export { addMirroredF32, addMirroredF64, symmetricF32, symmetricF64 } from './symmetric';
