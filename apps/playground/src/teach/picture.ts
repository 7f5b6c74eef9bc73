import type { BuildOptions, CooMatrix, Params, SparseFormat, StoredMatrix, TargetId, TypedArray } from '@spmv/core';
import { buildMatrix, isSpmvError } from '@spmv/core';
import type { Rectangles } from './rectangles.ts';
import { rectanglesOf } from './rectangles.ts';

/** One place of an array. */
export interface ArrayCell {
  readonly text: string;
  /** Number of the entry that it belongs to, in the order of rows; −1 where it is padding, or belongs to none. */
  readonly entry: number;
  /** Row that it belongs to, −1 where none. */
  readonly row: number;
}

/** An array of a format. */
export interface PicturedArray {
  readonly name: string;
  readonly cells: readonly ArrayCell[];
  /** Places for entries of which some are padding. */
  readonly padded: number;
  /** Its places as rectangles, where rows are padded to one length. */
  readonly rectangles?: Rectangles;
}

/** A format's arrays, or why it has none for this matrix. */
export type KernelPicture =
  | {
      readonly format: string;
      readonly title: string;
      readonly arrays: readonly PicturedArray[];
      readonly bytes: number;
    }
  | { readonly format: string; readonly title: string; readonly refused: string };

const ENTRY_ARRAY = /(?:colIndex|rowIndex|values)$/iu;

/** Arrays of a format in which every value is the number of its entry, counted from 1: where an entry went, found out by the format's own build. */
function numbered(format: SparseFormat, coo: CooMatrix, options: BuildOptions): StoredMatrix {
  return buildMatrix(format, { ...coo, values: Float64Array.from(coo.values, (_, k) => k + 1) }, options);
}

function entriesOf(name: string, length: number, numbers: StoredMatrix): TypedArray | undefined {
  if (!ENTRY_ARRAY.test(name)) return undefined;
  const stem = name.replace(ENTRY_ARRAY, '');
  const pair = Object.entries(numbers.arrays).find(
    ([other, array]) => /values$/iu.test(other) && other.replace(ENTRY_ARRAY, '') === stem && array.length === length,
  );
  return pair?.[1];
}

/** A number of an array, in at most eight characters or three digits. */
export function writtenNumber(value: number | bigint): string {
  const text = String(value);
  return text.length <= 8 ? text : String(Number(Number(value).toPrecision(3)));
}

/** The arrays of a matrix as stored, for the kernels of a target where one is named, each place with the entry that it belongs to. */
export function pictureOf(format: SparseFormat, coo: CooMatrix, params: Params = {}, target?: TargetId): KernelPicture {
  const { id, title } = format;
  const options: BuildOptions = { params, ...(target ? { target } : {}) };
  try {
    const stored = buildMatrix(format, coo, options);
    const numbers = numbered(format, coo, options);
    const arrays = Object.entries(stored.arrays).map(([name, array]): PicturedArray => {
      const entries = entriesOf(name, array.length, numbers);
      const cells = Array.from(array as ArrayLike<number | bigint>, (value, k): ArrayCell => {
        const entry = entries ? Number(entries[k]) - 1 : -1;
        const row =
          entry >= 0
            ? (coo.rowIndex[entry] as number)
            : /^row(?:Start|Length)$/u.test(name) && k < coo.shape.rows
              ? k
              : -1;
        return { text: writtenNumber(value), entry, row };
      });
      const rectangles = rectanglesOf(stored, name);
      const padded = entries ? cells.filter(({ entry }) => entry < 0).length : 0;
      return { name, cells, padded, ...(rectangles ? { rectangles } : {}) };
    });
    const bytes = Object.values(stored.arrays).reduce((sum, { byteLength }) => sum + byteLength, 0);
    return { format: id, title, arrays, bytes };
  } catch (error) {
    if (!isSpmvError(error)) throw error;
    return { format: id, title, refused: error.message };
  }
}

/** `csr colIndex[4], values[4]; ellpack …`: where an entry is in each format. */
export function placesOf(pictures: readonly KernelPicture[], entry: number): string {
  return pictures
    .flatMap((picture) => {
      if ('refused' in picture) return [];
      const places = picture.arrays.flatMap(({ name, cells }) =>
        cells.flatMap((cell, k) => (cell.entry === entry ? [`${name}[${k}]`] : [])),
      );
      return places.length === 0 ? [] : [`${picture.format}: ${places.join(', ')}`];
    })
    .join('; ');
}
