import type { KernelSteps, WgslDispatch } from '@spmv/core';
import type { NamedBuffer } from '@spmv/kernel-kit';
import { reads, writes } from '@spmv/kernel-kit';
import type { MatrixNames, Union } from './matrix-names.ts';
import { BEFORE, countEntries, overAll, SOURCES } from './wgsl-counts.ts';
import { run } from './wgsl-dispatches.ts';
import { TEXTS } from './wgsl-texts.ts';

/** Told when a kernel is loaded, not on import. */
const meet = () => [TEXTS.rowOf, TEXTS.search, TEXTS.meet];
const positionsOf = (own: MatrixNames, other: MatrixNames): readonly NamedBuffer[] => [
  reads('ownStart', 'u32', own.rowStart),
  reads('ownIndex', 'u32', own.colIndex),
  reads('otherStart', 'u32', other.rowStart),
  reads('otherIndex', 'u32', other.colIndex),
];

/** Finds C ← αX + βD: where rows start, columns, and what each entry is made of, which stays: 8 bytes an entry of C. */
export function* findUnion({
  X,
  D,
  rows,
  entriesOfX,
  entriesOfD,
}: Union): KernelSteps<'wgsl', { readonly nnz: number }> {
  const nnz = yield* countEntries({
    rows,
    length: entriesOfX,
    count: overAll(entriesOfX, {
      entryPoint: 'matchEntries',
      texts: [...meet(), TEXTS.match],
      buffers: [...positionsOf(X, D), writes('counts', 'u32', BEFORE)],
      numbers: { rows },
    }),
    rowStart: X.rowStart,
    others: D.rowStart,
  });
  const place = (own: MatrixNames, other: MatrixNames, length: number, rest: boolean): readonly WgslDispatch[] =>
    overAll(length, {
      entryPoint: 'placeEntries',
      texts: [...meet(), TEXTS.places],
      buffers: [
        ...positionsOf(own, other),
        reads('before', 'u32', BEFORE),
        writes('colIndex', 'u32', 'C.colIndex'),
        writes('sources', 'vec2<u32>', SOURCES),
      ],
      constants: { rest },
      numbers: { rows },
    });
  yield* run([...place(X, D, entriesOfX, false), ...place(D, X, entriesOfD, true)]);
  yield { do: 'release', name: BEFORE };
  return { nnz };
}

/** Values of C. */
export function* fillUnion({ X, D, isScaled }: Union, nnz: number): KernelSteps<'wgsl'> {
  yield* run(
    overAll(nnz, {
      entryPoint: 'putUnion',
      texts: [TEXTS.unionValues],
      buffers: [
        reads('sources', 'vec2<u32>', SOURCES),
        reads('xValues', 'Value', X.values),
        reads('dValues', 'Value', D.values),
        writes('values', 'Value', 'C.values'),
      ],
      constants: { isScaled },
    }),
  );
}
