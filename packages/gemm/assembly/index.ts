// The WebAssembly kernels of this package, compiled into one module for each set of engine features.
export { products } from './direct';
export { few, sumSlices } from './few';
export { multiply, packLeft, packRight } from './packed';
