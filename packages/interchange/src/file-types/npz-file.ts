import type { Axis, FileMatrix, FileType, Params } from '@spmv/core';
import { hasDescriptor } from '../binsparse/descriptor.ts';
import { binsparseIn } from '../binsparse/read-binsparse.ts';
import { openArchive } from '../zip/archive.ts';
import { isZip } from '../zip/directory.ts';
import { npyArray } from '../npy/npy-array.ts';
import { sciPyIn } from '../scipy/read-scipy.ts';
import type { SciPyFormat } from '../scipy/scipy-matrix.ts';
import { sciPyEntries } from '../scipy/to-entries.ts';
import { writeSciPyNpz } from '../scipy/write-scipy.ts';
import { sciPyArrays } from '../scipy/from-entries.ts';
import { COMPRESSION_AXIS, INDEX_AXIS, typedValues, type ValueElement, VALUES_AXIS } from './elements.ts';

const LAYOUT_AXIS: Axis<SciPyFormat> = {
  values: ['csr', 'csc', 'coo', 'bsr', 'dia'],
  default: 'csr',
  doc: "SciPy's format.",
};
const BLOCK_AXIS: Axis<number> = {
  values: [1, 2, 3, 4, 6, 8],
  default: 2,
  doc: 'Rows and columns of a block of bsr; they divide those of the matrix.',
};
const KIND_AXIS: Axis<'matrix' | 'array'> = {
  values: ['matrix', 'array'],
  default: 'matrix',
  doc: 'What SciPy makes of it: csr_matrix, or csr_array, which SciPy has from 1.8 on.',
};

function chunks(
  matrix: FileMatrix,
  { layout, index, values, compression, block, kind }: Params,
): AsyncIterable<Uint8Array> {
  const made = sciPyArrays(matrix, {
    format: layout as SciPyFormat,
    index: index as 'i4' | 'i8',
    block: block as number,
    data: (some, shape) => {
      const { type, data } = typedValues(some, values as ValueElement);
      return npyArray(type, shape, data);
    },
  });
  return writeSciPyNpz({ ...made, isArray: kind === 'array' }, { compression: compression as 'none' | 'deflate' });
}

/** `.npz` of `scipy.sparse.save_npz`. */
export const npzFile: FileType = {
  kind: 'file',
  id: 'npz',
  title: 'SciPy sparse matrix',
  endings: ['.npz'],
  recognises: (head) => isZip(head),
  async read(bytes, { limits }) {
    const archive = await openArchive(bytes, limits);
    // Whatever its name: an archive with a descriptor is one of Binsparse.
    return hasDescriptor(archive) ? binsparseIn(archive, limits) : sciPyEntries(await sciPyIn(archive, limits));
  },
  write: {
    params: {
      axes: {
        layout: LAYOUT_AXIS,
        compression: COMPRESSION_AXIS,
        index: INDEX_AXIS,
        values: VALUES_AXIS,
        block: BLOCK_AXIS,
        kind: KIND_AXIS,
      },
    },
    chunks,
  },
};
