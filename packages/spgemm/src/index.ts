export { jsCsr } from './kernels/js-csr.ts';
export { default as plugin } from './plugin.ts';
export { spgemm } from './spgemm.ts';
