import type { Axis, FileType } from '@spmv/core';
import { readBinsparse } from '../binsparse/read-binsparse.ts';
import { type WrittenFormat, WRITTEN_FORMATS, writeBinsparse } from '../binsparse/write-binsparse.ts';
import { isZip } from '../zip/directory.ts';
import { COMPRESSION_AXIS, INDEX_AXIS, type ValueElement, VALUES_AXIS } from './elements.ts';

const LAYOUT_AXIS: Axis<WrittenFormat> = {
  values: WRITTEN_FORMATS,
  default: 'CSR',
  doc: "Binsparse's format.",
};

/** `.bsp.npz`: Binsparse in an NPZ container. */
export const binsparseFile: FileType = {
  kind: 'file',
  id: 'binsparse',
  title: 'Binsparse in NPZ',
  endings: ['.bsp.npz'],
  recognises: (head, name) => isZip(head) && name.endsWith('.bsp.npz'),
  read: (bytes, { limits }) => readBinsparse(bytes, { limits }),
  write: {
    params: { axes: { layout: LAYOUT_AXIS, compression: COMPRESSION_AXIS, index: INDEX_AXIS, values: VALUES_AXIS } },
    chunks: (matrix, { layout, compression, index, values }) =>
      writeBinsparse(matrix, {
        format: layout as WrittenFormat,
        compression: compression as 'none' | 'deflate',
        index: index as 'i4' | 'i8',
        values: values as ValueElement,
      }),
  },
};
