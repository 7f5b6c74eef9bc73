import type { AnyCoo, FileMatrix, FileType } from '@spmv/core';
import { fileTypeOf, inParts, isComplex, resolveParams, SpmvError } from '@spmv/core';
import { everyFileType } from './source/read-matrix.ts';

/** Writes chunks to a named file, packed by gzip where that is said. Nothing stands there before all of it does. */
export type WritePath = (
  path: string | URL,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  gzip: boolean,
) => Promise<void>;

/** Writes entries in the type that the ending of the name says. `fileTypes`: those of plugins. Errors: `FILE.UNSUPPORTED`, `FILE.WRITE`. */
export async function save(
  coo: AnyCoo,
  path: string | URL,
  { fileTypes, writePath }: { readonly fileTypes: readonly FileType[]; readonly writePath: WritePath | undefined },
): Promise<void> {
  if (!writePath)
    throw new SpmvError('FILE.UNSUPPORTED', 'A page has no files to save a matrix in.', {
      fix: 'Make its bytes of entries(): formatMatrixMarket of @spmv/mmio gives text, writeNpz of @spmv/interchange an archive.',
    });
  const name = String(path).toLowerCase();
  if (/\.mtx(?:\.gz)?$/u.test(name)) {
    const { writeMatrixMarket } = await import('@spmv/mmio');
    return writePath(path, writeMatrixMarket(coo), name.endsWith('.gz'));
  }
  const types = await everyFileType(fileTypes);
  const type = fileTypeOf(name, types);
  if (!type?.write) {
    const endings = types.flatMap((one) => (one.write ? one.endings : []));
    throw new SpmvError(
      'FILE.UNSUPPORTED',
      type ? `Files of type ${type.title} are only read.` : `The ending of ${String(path)} does not say what to write.`,
      {
        fix: `End the name in ${['.mtx', '.mtx.gz', ...new Set(endings)].join(', ')}.`,
        details: { path: String(path) },
      },
    );
  }
  const { shape, rowIndex, colIndex, values, components } = coo;
  const matrix: FileMatrix = {
    shape,
    positions: { rowIndex, colIndex },
    ...inParts(values, components),
    field: isComplex(coo) ? 'complex' : 'real',
    symmetry: 'general',
    about: '',
  };
  const params = resolveParams(type.write.params, {}, undefined, `file type '${type.id}'`);
  return writePath(path, type.write.chunks(matrix, params), false);
}
