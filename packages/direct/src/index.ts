export type { CsrArrays, DirectMatrix } from './csr-arrays.ts';
export { csrArraysOf } from './csr-arrays.ts';
export type { SymmetricAnalysis, Triangle } from './symmetric/symmetric.ts';
