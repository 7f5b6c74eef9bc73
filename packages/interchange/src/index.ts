export type { BlobLike, FileSource } from './source/bytes.ts';
export type { NpyData, NpyType } from './npy/element-type.ts';
export type { NpyHeader } from './npy/header.ts';
export { type NpyArray, npyArray, readNpy, type ReadNpyOptions, writeNpy } from './npy/npy-array.ts';
export { denseOf } from './npy/dense.ts';
export { readSciPyNpz, type ReadSciPyOptions } from './scipy/read-scipy.ts';
export { type SciPyFormat, type SciPyMatrix } from './scipy/scipy-matrix.ts';
export { sciPyEntries } from './scipy/to-entries.ts';
export { writeSciPyNpz, type WriteSciPyOptions } from './scipy/write-scipy.ts';
