// The dense part of factorizations, compiled into one module for each set of engine features. Numbers are f64.
export { choleskyFronts } from './cholesky-fronts';
export { choleskySolve } from './cholesky-solve';
export { indefiniteRest } from './front';
export { luPanel } from './lu-panel';
