export type { CsrArrays, DirectMatrix } from './csr-arrays.ts';
export { csrArraysOf } from './csr-arrays.ts';
export type { SymmetricOptions } from './symmetric/analyze.ts';
export { analyzeSymmetric } from './symmetric/analyze.ts';
export type { CholeskyFactor } from './symmetric/cholesky.ts';
export { factorCholesky, refactorCholesky, solveCholesky } from './symmetric/cholesky.ts';
export type { SymmetricAnalysis, Triangle } from './symmetric/symmetric.ts';
