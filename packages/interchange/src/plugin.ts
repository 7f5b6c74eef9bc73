import type { Plugin } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { binsparseFile } from './file-types/binsparse-file.ts';
import { boeingFile } from './file-types/boeing-file.ts';
import { hdf5File } from './file-types/hdf5-file.ts';
import { matlabFile } from './file-types/matlab-file.ts';
import { npyFile } from './file-types/npy-file.ts';
import { npzFile } from './file-types/npz-file.ts';
import { petscFile } from './file-types/petsc-file.ts';

/** File types `binsparse`, `npy`, `npz`, `harwell-boeing`, `hdf5`, `matlab` and `petsc`. */
const plugin: Plugin = definePlugin({
  name: '@spmv/interchange',
  apiVersion: API_VERSION,
  files: [binsparseFile, npyFile, npzFile, boeingFile, hdf5File(), matlabFile, petscFile],
});

export default plugin;
