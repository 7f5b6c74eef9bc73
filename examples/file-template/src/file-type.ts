import type { FileType } from '@spmv/core';
import { beginsRight, readEdges } from './read.ts';
import { writeEdges } from './write.ts';

/** `.edges`: a first line with the shape, then one entry a line. */
export const edges: FileType = {
  kind: 'file',
  id: 'acme/edges',
  title: 'Entries as text',
  endings: ['.edges'],
  // By what it says, or by its name: a file may be damaged at its beginning, and then says where.
  recognises: (head, name) => beginsRight(head) || name.endsWith('.edges'),
  read: (bytes, { limits, signal }) => readEdges(bytes, limits, signal),
  write: { params: { axes: {} }, chunks: writeEdges },
};
