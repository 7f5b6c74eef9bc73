import type { FileType } from '@spmv/core';
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
  read: (bytes, { limits }) => readHarwellBoeing(bytes, { limits }),
};
