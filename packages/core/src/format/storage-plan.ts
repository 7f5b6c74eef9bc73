import { INDEX_LIMIT } from '../data/coo.ts';
import type { Precision, ValueType } from '../data/precision.ts';
import { PRECISIONS, storedElementBytes } from '../data/precision.ts';
import type { Params } from '../params/param-space.ts';
import { resolveParams } from '../params/resolve-params.ts';
import type { MatrixStructure } from '../statistics/matrix-structure.ts';
import type { PlannedArray } from './layout.ts';
import { formatBytes } from './format-bytes.ts';
import { arraysOf, numbersIn } from './layout.ts';
import type { SparseFormat } from './sparse-format.ts';

/** What the caller has to spare. */
export interface StorageLimits {
  /** Most bytes for all arrays together, on the host. Default 2³² (4 GiB). */
  readonly maxBytes?: number;
}

/** Why a matrix is not stored in this way, and what to do instead. */
interface StorageRefusal {
  readonly refusal: string;
  readonly fix: string;
}

/** A format's plan, priced and judged: with `refusal` and `fix`, or without both. */
export type StoragePlan = PricedPlan & (StorageRefusal | { readonly refusal?: never; readonly fix?: never });

interface PricedPlan {
  readonly arrays: Readonly<Record<string, PlannedArray>>;
  readonly scalars: Readonly<Record<string, number>>;
  /** Entries that the arrays have room for, padding included. */
  readonly slots: number;
  readonly format: string;
  readonly params: Params;
  readonly valueType: ValueType;
  readonly components?: 2;
  /** Bytes of all arrays where products read them. */
  readonly bytes: number;
  /** Bytes of all arrays on the host, which builds them: more, where values are stored narrower than the host has them. */
  readonly hostBytes: number;
  /** slots − nnz. */
  readonly padding: number;
  /** What padding takes of `bytes`: its values, and what is stored for each of them beside. */
  readonly paddingBytes: number;
}

/** 4 GiB: what one WebAssembly memory, and most devices, can hold of one matrix. */
export const DEFAULT_MAX_BYTES: number = 2 ** 32;

/** Whether every alternative of the length of values is a multiple of that of another array: one element for each of them, or for a block of them. */
function goesWith(values: string, other: string): boolean {
  const [whole, parts] = [values.split(', or '), other.split(', or ')];
  return whole.length === parts.length && whole.every((one, k) => one === parts[k] || one.endsWith(` · ${parts[k]}`));
}

/** Bytes of one place for a value with what is stored for it, as its column, or its share of what a block has; of several arrays of values the least, which is that of rows that are padded. */
function placeBytes({ layout }: SparseFormat, arrays: PricedPlan['arrays'], precision: Precision): number {
  const bytesOf = (array: PlannedArray | undefined): number =>
    array === undefined ? 0 : numbersIn(array) * storedElementBytes(array.element, precision);
  const declared = Object.entries(layout);
  const places = declared
    .filter(([name, { element }]) => element === 'value' && (arrays[name]?.length ?? 0) > 0)
    .map(([values, { length }]) => {
      const own = declared.filter(([, other]) => goesWith(length, other.length));
      return own.reduce((sum, [name]) => sum + bytesOf(arrays[name]), 0) / (arrays[values]?.length ?? 1);
    });
  return places.length === 0 ? 0 : Math.min(...places);
}

/**
 * Exact bytes and padding that `format` needs for a matrix of this structure, before building anything, and the refusal
 * where the format itself, more entries than it numbers or the caller's limit on the host's bytes forbids it. Values are priced as
 * `precision` stores them; built is the matrix in the value type of its host.
 *
 * Errors: `PARAM.*` for the parameters. Never allocates the arrays.
 */
export function planStorage(
  format: SparseFormat,
  structure: MatrixStructure,
  params: Params,
  precision: Precision,
  limits: StorageLimits = {},
): StoragePlan {
  const point = resolveParams(format.params, params, structure, `format '${format.id}'`);
  const { host: valueType, components } = PRECISIONS[precision];
  const { shape, nnz } = structure;
  const { scalars, slots = 0, ...own } = format.plan(structure, point, valueType);
  const pairs = components === 2 ? { components } : {};
  const header = { format: format.id, params: point, valueType, ...pairs, scalars: scalars ?? {} };
  const arrays = scalars ? arraysOf(format.layout, { ...header, shape, nnz }) : {};
  const bytesIn = (each: Precision): number =>
    Object.values(arrays).reduce((sum, a) => sum + numbersIn(a) * storedElementBytes(a.element, each), 0);
  const placed = placeBytes(format, arrays, precision);
  const priced: PricedPlan = {
    ...header,
    arrays,
    slots,
    bytes: bytesIn(precision),
    hostBytes: bytesIn(valueType),
    padding: slots - nnz,
    paddingBytes: (slots - nnz) * placed,
  };
  return { ...priced, ...refusalOf(format, nnz, own, priced, limits.maxBytes ?? DEFAULT_MAX_BYTES) };
}

/** `2^31-1` where it is that, for people. */
function limitText(limit: number): string {
  return limit === INDEX_LIMIT ? '2^31-1' : String(limit);
}

/** What takes least of any matrix, where it is not what was refused. */
const suchAsCsr = (id: string): string => (id === 'csr' ? '' : ', such as csr');

/** The format's own refusal, or that of its size. Only where bytes are the reason does a higher limit help. */
function refusalOf(
  { id, maxEntries = INDEX_LIMIT }: SparseFormat,
  nnz: number,
  { refusal, fix = `Choose another format${suchAsCsr(id)}.` }: Partial<StorageRefusal>,
  { arrays, hostBytes: bytes }: PricedPlan,
  maxBytes: number,
): StorageRefusal | undefined {
  if (refusal !== undefined) return { refusal, fix };
  if (nnz > maxEntries) {
    return {
      refusal: `needs ${formatBytes(bytes)}: the matrix has ${nnz} entries, and '${id}' can number only ${limitText(maxEntries)}`,
      fix: 'Choose csr64, whose row starts have 64 bits, or divide the matrix into blocks of rows.',
    };
  }
  for (const [name, array] of Object.entries(arrays)) {
    if (array.length > maxEntries) {
      return {
        refusal: `needs ${formatBytes(bytes)}: array '${name}' would have ${array.length} elements, more than ${limitText(maxEntries)}`,
        fix: `Choose a format without that much padding${suchAsCsr(id)}, or split the matrix.`,
      };
    }
  }
  if (bytes <= maxBytes) return undefined;
  return {
    refusal: `needs ${formatBytes(bytes)}, above the limit of ${formatBytes(maxBytes)}`,
    fix: `Choose a format that needs less memory${suchAsCsr(id)}, or raise the limit: maxBytes, in the command --max-bytes.`,
  };
}
