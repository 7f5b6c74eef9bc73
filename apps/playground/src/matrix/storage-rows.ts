import type { MatrixStructure, Params, SparseFormat } from '@spmv/core';
import { isSpmvError, planStorage } from '@spmv/core';

/** What one format needs for a matrix, known before building it. */
export interface PageStorageRow {
  readonly format: string;
  readonly title: string;
  readonly params: Params;
  /** Bytes of all arrays in f64, predicted where refused, and in f32; null where the format could not even be planned, and in f32 where it is refused. */
  readonly bytes: number | null;
  readonly bytesF32: number | null;
  /** Places for values that hold no entry, and what they cost in f64 with their indices. */
  readonly padding: number | null;
  readonly paddingBytes: number | null;
  /** Why it will not be built, and what to do instead. */
  readonly refusal: string | null;
  readonly fix: string | null;
}

function rowOf(format: SparseFormat, structure: MatrixStructure, maxBytes: number): PageStorageRow {
  const { id, title } = format;
  try {
    const plan = planStorage(format, structure, {}, 'f64', { maxBytes });
    const { bytes, padding, paddingBytes, params } = plan;
    const narrow =
      plan.refusal === undefined ? planStorage(format, structure, {}, 'f32', { maxBytes: Infinity }) : undefined;
    return {
      format: id,
      title,
      params,
      bytes,
      bytesF32: narrow?.bytes ?? null,
      padding,
      paddingBytes,
      refusal: plan.refusal ?? null,
      fix: plan.fix ?? null,
    };
  } catch (error) {
    if (!isSpmvError(error)) throw error;
    const nothing = { bytes: null, bytesF32: null, padding: null, paddingBytes: null };
    return { format: id, title, params: {}, ...nothing, refusal: error.message, fix: error.fix };
  }
}

/** What each format would store at its default parameters, the smallest first, refused ones last. */
export function storageRows(
  formats: readonly SparseFormat[],
  structure: MatrixStructure,
  maxBytes: number,
): readonly PageStorageRow[] {
  const size = ({ refusal, bytes }: PageStorageRow): number => (refusal === null && bytes !== null ? bytes : Infinity);
  return formats
    .map((format) => rowOf(format, structure, maxBytes))
    .sort((a, b) => (size(a) < size(b) ? -1 : size(a) > size(b) ? 1 : 0));
}
