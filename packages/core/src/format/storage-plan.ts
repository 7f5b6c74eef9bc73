import { INDEX_LIMIT } from '../data/coo.ts';
import { elementBytes } from '../data/element.ts';
import type { ValueType } from '../data/precision.ts';
import type { Params } from '../params/param-space.ts';
import { resolveParams } from '../params/resolve-params.ts';
import type { MatrixStructure } from '../statistics/matrix-structure.ts';
import type { FormatPlan, SparseFormat } from './sparse-format.ts';

/** What the caller has to spare. */
export interface StorageLimits {
  /** Most bytes for all arrays together. Default 2³² (4 GiB). */
  readonly maxBytes?: number;
}

/** A format's plan, priced and judged. */
export interface StoragePlan extends FormatPlan {
  readonly format: string;
  readonly params: Params;
  readonly valueType: ValueType;
  /** Bytes of all arrays. */
  readonly bytes: number;
  /** slots − nnz. */
  readonly padding: number;
}

/** 4 GiB: what one WebAssembly memory, and most devices, can hold of one matrix. */
export const DEFAULT_MAX_BYTES: number = 2 ** 32;

/** `160.1 GB` in powers of ten, three significant digits or the bytes below 1 kB. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? value : value >= 100 ? value.toFixed(0) : value.toPrecision(3)} ${units[unit]}`;
}

/**
 * Exact bytes and padding that `format` needs for a matrix of this structure, before building anything, and the refusal
 * where the format itself, an index past 2³¹−1 or the caller's limit forbids it.
 *
 * Errors: `PARAM.*` for the parameters. Never allocates the arrays.
 */
export function planStorage(
  format: SparseFormat,
  structure: MatrixStructure,
  params: Params,
  valueType: ValueType,
  limits: StorageLimits = {},
): StoragePlan {
  const point = resolveParams(format.params, params, structure, `format '${format.id}'`);
  const plan = format.plan(structure, point, valueType);
  const bytes = Object.values(plan.arrays).reduce((sum, a) => sum + a.length * elementBytes(a.element), 0);
  const refusal = plan.refusal ?? refusalOf(plan, bytes, limits.maxBytes ?? DEFAULT_MAX_BYTES);
  const priced = { ...plan, format: format.id, params: point, valueType, bytes, padding: plan.slots - structure.nnz };
  return refusal === undefined ? priced : { ...priced, refusal };
}

function refusalOf(plan: FormatPlan, bytes: number, maxBytes: number): string | undefined {
  for (const [name, array] of Object.entries(plan.arrays)) {
    if (array.length > INDEX_LIMIT) {
      return `needs ${formatBytes(bytes)}: array '${name}' would have ${array.length} elements, more than 2^31-1`;
    }
  }
  return bytes > maxBytes ? `needs ${formatBytes(bytes)}, above the limit of ${formatBytes(maxBytes)}` : undefined;
}
