import type { BufferSlot } from '@spmv/core';
import { STRIPE_ROWS } from '@spmv/core';

/** Begins and (exclusive) ends of ranges of elements, one after another, increasing. */
export type Ranges = readonly number[];

/** Which device has which elements of an operand: every element belongs to one device, or all of them to every device. */
export interface ElementOwnership {
  /** Equal for equal ownerships. */
  readonly key: string;
  /** By device. */
  readonly ranges: readonly Ranges[];
  /** Every device has all elements, and the same ones. */
  readonly isEverywhere: boolean;
}

/** Bounds of `count` parts of `length` that are equal, but begin where stripes of rows may begin, too. */
export function equalBounds(length: number, count: number): readonly number[] {
  return Array.from({ length: count + 1 }, (_, d) =>
    d === count ? length : Math.min(length, Math.round((length * d) / count / STRIPE_ROWS) * STRIPE_ROWS),
  );
}

function ownershipOf(ranges: readonly Ranges[]): ElementOwnership {
  return { key: ranges.map(String).join(';'), ranges, isEverywhere: false };
}

/** Of what every device has: numbers, above all. */
export function everywhere(length: number, count: number): ElementOwnership {
  return { key: `everywhere ${length}`, ranges: Array.from({ length: count }, () => [0, length]), isEverywhere: true };
}

/** Of a vector, or of anything whose rows nobody knows: equal parts. */
export function equalParts(length: number, count: number): ElementOwnership {
  const bounds = equalBounds(length, count);
  return ownershipOf(bounds.slice(1).map((end, d) => [bounds[d] as number, end]));
}

/** The elements of rows of an operand: `rows` are ranges of rows, or of elements of a vector. Gaps within a dense operand are left out. */
export function elementsOf({ layout }: Pick<BufferSlot, 'layout'>, rows: Ranges): Ranges {
  if (!layout) return rows;
  const { order, leadingDimension, cols } = layout;
  if (order === 'row')
    return rows.map((row, r) => row * leadingDimension - (r % 2 === 1 && row > 0 ? leadingDimension - cols : 0));
  return Array.from({ length: cols }, (_, j) => rows.map((row) => j * leadingDimension + row)).flat();
}

/** Elements before row `row` of an operand. */
export function firstOf({ layout }: Pick<BufferSlot, 'layout'>, row: number): number {
  return layout?.order === 'row' ? row * layout.leadingDimension : row;
}

/** Rows bounds[d] … bounds[d + 1] − 1 belong to device d, and a gap to whom the element before it belongs. */
export function ownRows(slot: Pick<BufferSlot, 'layout' | 'length'>, bounds: readonly number[]): ElementOwnership {
  const { layout, length } = slot;
  const last = bounds.length - 2;
  const ranges = bounds.slice(1).map((end, d): Ranges => {
    const begin = bounds[d] as number;
    if (!layout) return [begin, end];
    const { order, leadingDimension, cols } = layout;
    if (order === 'row') return [Math.min(length, begin * leadingDimension), Math.min(length, end * leadingDimension)];
    const stop = d === last ? leadingDimension : end;
    return Array.from({ length: cols }, (_, j) => [
      Math.min(length, j * leadingDimension + begin),
      Math.min(length, j * leadingDimension + stop),
    ]).flat();
  });
  return ownershipOf(ranges);
}

/** One range of elements that a device needs and another one has. */
export interface Crossing {
  readonly from: number;
  readonly to: number;
  readonly begin: number;
  readonly end: number;
}

/** What has to be copied so that each device has the elements it needs, too: by target, its neighbours' first. */
export function crossings(owners: ElementOwnership, needs: readonly Ranges[]): readonly Crossing[] {
  const count = owners.ranges.length;
  if (owners.isEverywhere) return [];
  return needs.flatMap((needed, to) =>
    // Devices do not all begin with the same source.
    Array.from({ length: count - 1 }, (_, turn) => (to + 1 + turn) % count).flatMap((from) => {
      const ranges = common(owners.ranges[from] ?? [], needed);
      return Array.from({ length: ranges.length / 2 }, (_, r): Crossing => {
        return { from, to, begin: ranges[2 * r] as number, end: ranges[2 * r + 1] as number };
      });
    }),
  );
}

/** What is in both. */
export function common(one: Ranges, other: Ranges): Ranges {
  const found: number[] = [];
  for (let a = 0, b = 0; a < one.length && b < other.length;) {
    const [oneEnd, otherEnd] = [one[a + 1] as number, other[b + 1] as number];
    const [begin, end] = [Math.max(one[a] as number, other[b] as number), Math.min(oneEnd, otherEnd)];
    if (begin < end) found.push(begin, end);
    if (oneEnd <= otherEnd) a += 2;
    if (otherEnd <= oneEnd) b += 2;
  }
  return found;
}
