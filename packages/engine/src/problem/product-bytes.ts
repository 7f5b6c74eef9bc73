import type { Precision, Workload } from '@spmv/core';
import { elementBytes, PRECISIONS } from '@spmv/core';

/** A place where products run: vectors are made once for each. */
export interface ProductPlace {
  readonly backend: string;
  readonly precision: Precision;
}

const F64 = 8;
/** The reference of a product: its sum in two halves, magnitude, what flushing costs, entries of the row. */
const REFERENCE = 4 * F64 + 4;
/** The bounds by each of two accumulators. */
const BOUNDS = 2 * F64;
/** The least and greatest result of a member so far, who computed them, and their kinds. */
const AGREEMENT = 2 * F64 + 3 * 2 + 1;
/** What is written to start from, NaN in its place when it must not be read, the row lengths that formats plan with, and a result being read. */
const ALWAYS_WRITTEN = 3 * F64 + 4;
/** A seeded operand, and it rounded while a reference is made. */
const ALWAYS_READ = 2 * F64;

/** What decides how much products of a workload hold. */
export type WorkloadSizes = Pick<Workload, 'operation' | 'options' | 'sizes' | 'signature' | 'components'>;

/**
 * Bytes of all operands and references that checking `products` products in each place holds, `members` being compared with one another; no
 * stored matrix is in it.
 */
export function productBytes(
  { operation, options, sizes, signature: { buffers }, components }: WorkloadSizes,
  places: readonly ProductPlace[],
  products: number,
  members: number = new Set(places.map(({ backend, precision }) => `${backend} ${precision}`)).size,
): number {
  const lengthOf = (isRead: boolean): number =>
    components *
    buffers.filter(({ access }) => (access === 'read') === isRead).reduce((sum, { length }) => sum + length, 0);
  const [read, written] = [lengthOf(true), lengthOf(false)];
  const most = operation.judged?.(sizes, options) ?? {};
  const judged =
    components *
    buffers.reduce((sum, { name, access, length }) => sum + (access === 'read' ? 0 : (most[name] ?? length)), 0);
  const distinct = new Map(places.map((place) => [`${place.backend} ${place.precision}`, place]));
  const precisions = new Set(places.map(({ precision }) => precision)).size;
  let bytes =
    written * (ALWAYS_WRITTEN + members * products * AGREEMENT) +
    judged * precisions * products * (REFERENCE + BOUNDS) +
    read * ALWAYS_READ;
  for (const { precision } of distinct.values()) bytes += (read + written) * elementBytes(PRECISIONS[precision].host);
  return bytes;
}
