import type { FileMatrix, FileType, FileWriter } from '@spmv/core';
import { resolveParams } from '@spmv/core';
import type { WriteOptions } from '@spmv/mmio';
import { usageError } from '../cli-error.ts';
import type { EngineContext } from '../session/engine-context.ts';
import { writeMatrixFile } from '../output/matrix-file.ts';
import { writeWhole } from '../output/write-file.ts';
import { paramsOn } from './params-on.ts';
import type { Selection } from '../session/selection.ts';

/** A type that files can be written in. */
export type WritableType = FileType & { readonly write: FileWriter };

/** What is written: a matrix by entries sorted by row, then column, a dense one by rows, or a vector. */
export type Written = Pick<FileMatrix, 'shape' | 'positions' | 'values' | 'imaginary'>;

const MATRIX_MARKET = /\.mtx(\.gz)?$/i;

function isWritable(type: FileType): type is WritableType {
  return type.write !== undefined;
}

/** The ending of a name that some of the types have. */
function hasEnding(name: string, { endings }: FileType): boolean {
  return endings.some((ending) => name.toLowerCase().endsWith(ending));
}

/** The length of the longest ending of a type that a name has: `.bsp.npz` says more than `.npz`. */
function endingLength(name: string, { endings }: FileType): number {
  return Math.max(...endings.filter((ending) => name.toLowerCase().endsWith(ending)).map(({ length }) => length));
}

/**
 * The type of a file to be written, by the ending of its name; `undefined` for Matrix Market, standard output and endings that nobody
 * knows. Errors: usage for a type that is only read.
 */
export async function writableType(
  { fileTypes }: Pick<EngineContext, 'fileTypes'>,
  out: string,
): Promise<WritableType | undefined> {
  if (out === '-' || MATRIX_MARKET.test(out)) return undefined;
  const fitting = (await fileTypes()).filter((type) => hasEnding(out, type));
  const [best] = fitting.toSorted((a, b) => endingLength(out, b) - endingLength(out, a));
  if (best === undefined || isWritable(best)) return best;
  throw usageError(
    `${out}: files of type ${best.id} are only read.`,
    'End the name in .mtx, or in that of another type.',
  );
}

/** The endings that can be written, for messages. */
export async function writableEndings({ fileTypes }: Pick<EngineContext, 'fileTypes'>): Promise<readonly string[]> {
  return (await fileTypes()).filter(isWritable).flatMap(({ endings }) => endings);
}

/** Writes a matrix whole, in the type given, or as Matrix Market. Errors: `FILE.WRITE`, `PARAM.*`, usage, failed. */
export async function writeOut(
  out: string,
  written: Written,
  {
    type,
    selection,
    market = {},
  }: { readonly type: WritableType | undefined; readonly selection?: Selection; readonly market?: WriteOptions },
): Promise<void> {
  const { shape, positions, values, imaginary } = written;
  if (type === undefined) {
    const dense = shape.cols === 1 ? values : { ...shape, values };
    const parts = { values, ...(imaginary ? { imaginary } : {}) };
    await writeMatrixFile(out, positions ? { shape, ...positions, ...parts } : dense, market);
    return;
  }
  const { params: space } = type.write;
  const given = selection ? paramsOn(selection, space.axes) : {};
  const known = Object.keys(space.axes);
  const astray = Object.keys(selection?.params ?? {}).find((name) => !known.includes(name));
  if (astray !== undefined)
    throw usageError(
      `Files of type ${type.id} have no parameter '${astray}'.`,
      known.length > 0 ? `They have ${known.join(', ')}.` : 'Leave it out.',
    );
  const params = resolveParams(space, given, undefined, `file type '${type.id}'`);
  const field = imaginary ? 'complex' : 'real';
  await writeWhole(out, type.write.chunks({ ...written, field, symmetry: 'general', about: '' }, params));
}
