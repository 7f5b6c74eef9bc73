import type { FileType } from '@spmv/core';
import { type LoadHdf5, loadInstalled } from '../hdf5/library.ts';
import { isHdf5, readHdf5 } from '../hdf5/read-hdf5.ts';

/** HDF5 of AnnData, 10x Genomics and MATLAB 7.3, only read. `load` gives `h5wasm`, such as `() => import('h5wasm')` in a page. */
export function hdf5File(load: LoadHdf5 = loadInstalled): FileType {
  return {
    kind: 'file',
    id: 'hdf5',
    title: 'HDF5 of AnnData, 10x Genomics and MATLAB 7.3',
    endings: ['.h5ad', '.h5', '.hdf5'],
    recognises: isHdf5,
    parts: 'the name of a group or dataset',
    read: (bytes, { limits, part }) => readHdf5(bytes, { limits, load, ...(part === undefined ? {} : { part }) }),
  };
}
