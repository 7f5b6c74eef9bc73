export type { Csr16Arrays, Csr16Params } from './csr16.ts';
export { csr16 } from './csr16.ts';
export { jsCsr16, wasmCsr16 } from './kernels/kernels.ts';
export { default as plugin } from './plugin.ts';
