// The WebAssembly kernels of this package, compiled into one module for each set of engine features.
export {
  multiplyF32, multiplyF64, packLeftF32, packLeftF64, packRightF32, packRightF64, productsF32, productsF64,
} from './packed';
