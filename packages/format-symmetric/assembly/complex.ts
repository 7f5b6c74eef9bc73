// The same kernels of complex numbers; the conjugated ones are those of Hermitian matrices.
export { addMirrored, symmetric } from './symmetric';
