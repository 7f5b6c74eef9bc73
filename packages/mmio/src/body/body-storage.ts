import { type MatrixMarketHeader, valuesPerEntry } from '../model/header.ts';
import { createPowerTable } from '../number/power-table.ts';
import type { BodyState } from './body-state.ts';
import type { ValueRules } from './value-rules.ts';

/** Least bytes of a line of this kind, its line feed included. */
export function leastLineBytes(header: MatrixMarketHeader): number {
  const indices = header.format === 'array' ? 0 : header.object === 'vector' ? 1 : 2;
  return 2 * (indices + valuesPerEntry(header.field));
}

/** Entries allocated without having seen any. */
const FIRST_ENTRIES = 1 << 16;

/**
 * The next capacity on the way to `total`: total / 4^s, so that the last step copies a quarter and memory is never more than four
 * times what the entries read so far need, whatever the header claims.
 */
function nextCapacity(total: number, count: number): number {
  let capacity = total;
  while (capacity > FIRST_ENTRIES && Math.ceil(capacity / 4) > count) capacity = Math.ceil(capacity / 4);
  return capacity;
}

/** Whether a body of this many bytes can hold the entries its header announces. */
function canHold(header: MatrixMarketHeader, bodyBytes: number): boolean {
  return header.storedEntries <= (bodyBytes + 1) / leastLineBytes(header);
}

/** `bodyBytes`: how long the body is when that is known, which bounds the entries it can hold. */
export function createBodyState(
  header: MatrixMarketHeader,
  rules: ValueRules,
  indexBase: 0 | 1,
  bodyBytes: number | undefined,
): BodyState {
  const fits = bodyBytes !== undefined && canHold(header, bodyBytes);
  const capacity = fits ? header.storedEntries : nextCapacity(header.storedEntries, 0);
  const width = valuesPerEntry(header.field);
  const indexed = header.format === 'coordinate';
  const lineOffset = header.sizeLine + 1;
  return {
    header,
    width,
    integral: rules.integral,
    indexed,
    indexBase,
    rowIndex: new Int32Array(indexed ? capacity : 0),
    colIndex: new Int32Array(indexed ? capacity : 0),
    values: new Float64Array(width >= 1 ? capacity : 0),
    imaginary: new Float64Array(width === 2 ? capacity : 0),
    capacity,
    count: 0,
    lineOffset,
    lineRuns: { from: [0], offset: [lineOffset] },
    wide: new Map(),
    cursor: { position: 0 },
    powers: createPowerTable(),
  };
}

interface Growable {
  readonly length: number;
  readonly buffer: ArrayBufferLike;
}

/** A larger copy; the old memory is given back at once where the engine can. */
function grown<T extends Growable & { set(from: T): void }>(
  create: new (length: number) => T,
  array: T,
  capacity: number,
): T {
  if (array.length === 0) return array;
  const larger = new create(capacity);
  larger.set(array);
  (array.buffer as { transfer?: (bytes: number) => unknown }).transfer?.(0);
  return larger;
}

/** Makes room for more entries, one array after another. */
export function growBody(state: BodyState): void {
  const capacity = nextCapacity(state.header.storedEntries, state.count);
  state.rowIndex = grown(Int32Array, state.rowIndex, capacity);
  state.colIndex = grown(Int32Array, state.colIndex, capacity);
  state.values = grown(Float64Array, state.values, capacity);
  state.imaginary = grown(Float64Array, state.imaginary, capacity);
  state.capacity = capacity;
}
