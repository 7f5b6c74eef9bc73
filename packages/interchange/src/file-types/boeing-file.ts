import type { FileType } from '@spmv/core';
import { fileError } from '../errors/file-error.ts';
import { isBoeing } from '../boeing/header.ts';
import { readHarwellBoeing } from '../boeing/read-boeing.ts';

/** Endings of the collections: .hb, .rb, and the type of the matrix, .rua and others. */
const ENDINGS: readonly string[] = [
  '.hb',
  '.rb',
  ...['r', 'c', 'i', 'p'].flatMap((field) => ['s', 'u', 'h', 'z', 'r'].map((symmetry) => `.${field}${symmetry}a`)),
];

/** Harwell–Boeing and Rutherford–Boeing, only read. */
export const boeingFile: FileType = {
  kind: 'file',
  id: 'harwell-boeing',
  title: 'Harwell–Boeing and Rutherford–Boeing',
  endings: ENDINGS,
  recognises: (head, name) => isBoeing(head) || ENDINGS.some((ending) => name.endsWith(ending)),
  parts: 'rhs, the right-hand sides',
  async read(bytes, { limits, part }) {
    if (part === undefined || part === 'rhs') return readHarwellBoeing(bytes, { limits, part: part ?? 'matrix' });
    throw fileError('FILE.UNSUPPORTED', {
      what: `a Harwell–Boeing file has no part '${part.slice(0, 40)}'`,
      fix: 'The right-hand sides are called rhs.',
    });
  },
};
