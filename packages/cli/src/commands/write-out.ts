import type { FileMatrix, FileType, FileWriter } from '@spmv/core';
import { fileTypeOf, resolveParams } from '@spmv/core';
import type { WriteOptions } from '@spmv/mmio';
import { usageError } from '../cli-error.ts';
import type { EngineContext } from '../session/engine-context.ts';
import { writeMatrixFile } from '../output/matrix-file.ts';
import { writeWhole } from '../output/write-file.ts';
import { writeTarget } from '../output/write-target.ts';
import { paramsOn } from './params-on.ts';
import type { CommandSelection } from '../session/selection.ts';

/** A type that files can be written in. */
export type WritableType = FileType & { readonly write: FileWriter };

/** What is written: a matrix by entries sorted by row, then column, a dense one by rows, or a vector. */
export type Written = Pick<FileMatrix, 'shape' | 'positions' | 'values' | 'imaginary'>;

const MATRIX_MARKET = /\.mtx(\.gz)?$/i;

function isWritable(type: FileType): type is WritableType {
  return type.write !== undefined;
}

/** The type of a file to be written, by the ending of its name; `undefined` for Matrix Market, also to streams. Errors: usage, for any other ending. */
export async function writableType(
  { fileTypes }: Pick<EngineContext, 'fileTypes'>,
  out: string,
  others: readonly string[] = [],
): Promise<WritableType | undefined> {
  if (out === '-' || MATRIX_MARKET.test(out)) return undefined;
  const types = await fileTypes();
  const best = fileTypeOf(out, types);
  if (best && isWritable(best)) return best;
  if (best === undefined && writeTarget(out).kind === 'stream') return undefined;
  const endings = ['.mtx', '.mtx.gz', ...types.filter(isWritable).flatMap((type) => type.endings), ...others];
  if (best === undefined)
    throw usageError(`The ending of ${out} does not say what to write.`, `End it in ${endings.join(', ')}.`);
  throw usageError(
    `${out}: files of type ${best.id} are only read.`,
    'End the name in .mtx, or in that of another type.',
  );
}

/** Refuses a parameter that files of a type do not have. Errors: usage. */
export function refuseParams(type: WritableType | undefined, { params }: CommandSelection): void {
  const known = Object.keys(type?.write.params.axes ?? {});
  const astray = Object.keys(params).find((name) => !known.includes(name));
  if (astray === undefined) return;
  throw usageError(
    `Files of ${type ? `type ${type.id}` : 'Matrix Market'} have no parameter '${astray}'.`,
    known.length > 0 ? `They have ${known.join(', ')}.` : 'Leave it out.',
  );
}

/** Writes a matrix whole, in the type given, or as Matrix Market. Errors: `FILE.WRITE`, `PARAM.*`, usage, failed. */
export async function writeOut(
  out: string,
  written: Written,
  {
    type,
    selection,
    market = {},
  }: { readonly type: WritableType | undefined; readonly selection?: CommandSelection; readonly market?: WriteOptions },
): Promise<void> {
  const { shape, positions, values, imaginary } = written;
  if (type === undefined) {
    const parts = { values, ...(imaginary ? { imaginary } : {}) };
    const dense = shape.cols === 1 && !imaginary ? values : { ...shape, ...parts };
    await writeMatrixFile(out, positions ? { shape, ...positions, ...parts } : dense, market);
    return;
  }
  const { params: space } = type.write;
  const given = selection ? paramsOn(selection, space.axes) : {};
  const params = resolveParams(space, given, undefined, `file type '${type.id}'`);
  const field = imaginary ? 'complex' : 'real';
  await writeWhole(out, type.write.chunks({ ...written, field, symmetry: 'general', about: '' }, params));
}
