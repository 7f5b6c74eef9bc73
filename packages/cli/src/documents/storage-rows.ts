import type { MatrixStructure, Params, Registry, ValueType } from '@spmv/core';
import { planStorage, precisionOf } from '@spmv/core';
import { problemOf } from '../cli-error.ts';

/** What one format needs for a matrix, known before building it. */
export interface StorageRow {
  readonly format: string;
  readonly params: Params;
  readonly valueType: ValueType;
  /** Bytes of all arrays; predicted where refused; null where the format could not even be planned. */
  readonly bytes: number | null;
  /** Places for values, padding included. */
  readonly slots: number | null;
  readonly padding: number | null;
  /** Why it will not be built here, and what to do instead. */
  readonly refusal: string | null;
  readonly fix: string | null;
}

/** Every format at its default parameters in f64 and f32, or of complex numbers in pairs of these. */
export function storageRows(registry: Registry, structure: MatrixStructure, maxBytes: number): readonly StorageRow[] {
  return registry.formats.flatMap((format) =>
    (['f64', 'f32'] as const).map((valueType): StorageRow => {
      try {
        const {
          params,
          bytes,
          slots,
          padding,
          refusal = null,
          fix = null,
        } = planStorage(format, structure, {}, precisionOf(valueType, structure.pairs ? 2 : 1), { maxBytes });
        return { format: format.id, params, valueType, bytes, slots, padding, refusal, fix };
      } catch (error) {
        const { reason, fix } = problemOf(error);
        return {
          format: format.id,
          params: {},
          valueType,
          bytes: null,
          slots: null,
          padding: null,
          refusal: reason,
          fix,
        };
      }
    }),
  );
}
