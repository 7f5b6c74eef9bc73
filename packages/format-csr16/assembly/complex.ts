// The same kernels of complex numbers, in modules of their own.
export { csr16 } from './csr16';
