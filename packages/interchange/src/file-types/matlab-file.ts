import type { FileType } from '@spmv/core';
import { isMatlab, readMatlab } from '../matlab/read-matlab.ts';
import { writeMatlab } from '../matlab/write-matlab.ts';

/** `.mat` of level 5. */
export const matlabFile: FileType = {
  kind: 'file',
  id: 'matlab',
  title: 'MATLAB, level 5',
  endings: ['.mat'],
  recognises: (head, name) => isMatlab(head) || name.endsWith('.mat'),
  parts: 'the name of a variable',
  read: (bytes, { limits, part }) => readMatlab(bytes, { limits, ...(part === undefined ? {} : { part }) }),
  write: { params: { axes: {} }, chunks: (matrix) => writeMatlab(matrix) },
};
