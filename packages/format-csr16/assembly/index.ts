export { csr16, csr16NarrowF64 } from './csr16';
