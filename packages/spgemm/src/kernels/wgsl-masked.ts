import type { KernelSteps, MatrixContext } from '@spmv/core';
import { reads, writes } from '@spmv/kernel-kit';
import { BEFORE, countEntries, overAll, SOURCES } from './wgsl-counts.ts';
import { run } from './wgsl-dispatches.ts';
import { TEXTS } from './wgsl-texts.ts';

const B = [reads('otherStart', 'u32', 'B.rowStart'), reads('otherIndex', 'u32', 'B.colIndex')];
const MASK = [reads('ownStart', 'u32', 'M.rowStart'), reads('ownIndex', 'u32', 'M.colIndex')];
const A_START = reads('aRowStart', 'u32', 'A.rowStart');
const A_INDEX = reads('aColIndex', 'u32', 'A.colIndex');

/** Finds which entries of the mask C has, their columns, and where their rows of A are, which stays: 8 bytes an entry of C. */
export function* findMasked({
  matrices: { M },
}: Pick<MatrixContext, 'matrices'>): KernelSteps<'wgsl', { readonly nnz: number }> {
  const [rows, length] = [M?.shape.rows ?? 0, M?.nnz ?? 0];
  const nnz = yield* countEntries({
    rows,
    length,
    count: overAll(length, {
      entryPoint: 'findHits',
      texts: [TEXTS.rowOf, TEXTS.search, TEXTS.hits],
      buffers: [...MASK, A_START, A_INDEX, ...B, writes('counts', 'u32', BEFORE)],
      numbers: { rows },
    }),
    rowStart: 'M.rowStart',
  });
  yield* run(
    overAll(length, {
      entryPoint: 'placeHits',
      texts: [TEXTS.rowOf, TEXTS.hitPlaces],
      buffers: [
        ...MASK,
        A_START,
        reads('before', 'u32', BEFORE),
        writes('colIndex', 'u32', 'C.colIndex'),
        writes('sources', 'vec2<u32>', SOURCES),
      ],
      numbers: { rows },
    }),
  );
  yield { do: 'release', name: BEFORE };
  return { nnz };
}

/** Values of C. */
export function* fillMasked(nnz: number): KernelSteps<'wgsl'> {
  yield* run(
    overAll(nnz, {
      entryPoint: 'putMasked',
      texts: [TEXTS.search, TEXTS.maskedValues],
      buffers: [
        reads('sources', 'vec2<u32>', SOURCES),
        A_INDEX,
        reads('aValues', 'Value', 'A.values'),
        ...B,
        reads('bValues', 'Value', 'B.values'),
        reads('colIndex', 'u32', 'C.colIndex'),
        writes('values', 'Value', 'C.values'),
      ],
    }),
  );
}
