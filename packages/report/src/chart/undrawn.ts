import { formatNumber } from '../numbers.ts';

/** A value that has no place in a chart. */
export interface Undrawn {
  /** `A at 5`. */
  readonly where: string;
  readonly value: number | null;
}

const MOST_NAMED = 4;

/** Says what of a chart's data is not to be seen in it, and why. */
export function undrawnNotes(undrawn: readonly Undrawn[], logarithmic: boolean): readonly string[] {
  const groups: readonly (readonly [reason: string, of: (value: number | null) => boolean])[] = [
    ['without a value', (value) => value === null],
    ['infinite or not a number', (value) => value !== null && !Number.isFinite(value)],
    [
      'not above 0, for which a logarithmic axis has no place',
      (value) => logarithmic && value !== null && Number.isFinite(value) && value <= 0,
    ],
    [
      'beyond the ends of the axis',
      (value) => value !== null && Number.isFinite(value) && !(logarithmic && value <= 0),
    ],
  ];
  return groups.flatMap(([reason, isOf]) => {
    const found = undrawn.filter(({ value }) => isOf(value));
    if (found.length === 0) return [];
    const named = found
      .slice(0, MOST_NAMED)
      .map(({ where, value }) => (value === null ? where : `${where}: ${formatNumber(value)}`));
    const rest = found.length > MOST_NAMED ? `; and ${found.length - MOST_NAMED} more, in the table` : '';
    return [`Not drawn, ${reason}: ${named.join('; ')}${rest}.`];
  });
}
