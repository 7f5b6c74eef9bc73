// The WebAssembly kernels of this package, compiled into one module for each set of engine features.
export { productsF32, productsF64 } from './direct';
export { fewF32, fewF64, sumSlicesF32, sumSlicesF64 } from './few';
export { multiplyF32, multiplyF64, packLeftF32, packLeftF64, packRightF32, packRightF64 } from './packed';
