import type { ParamSpace } from '@spmv/core';

/** An axis of a parameter space as rows show it. */
export interface AxisRow {
  readonly name: string;
  readonly default: string | number | boolean;
  readonly values: readonly (string | number | boolean)[];
  /** Those that are tried where nobody names any, where these are not all. */
  readonly usual?: readonly (string | number | boolean)[];
  readonly doc: string;
}

export function axisRows(space: ParamSpace<never>): readonly AxisRow[] {
  return Object.entries(space.axes).map(([name, axis]) => ({
    name,
    default: axis.default,
    values: axis.values,
    ...(axis.usual ? { usual: axis.usual } : {}),
    doc: axis.doc,
  }));
}

type AxisValue = AxisRow['default'];

/** A value as people read it: long fractions shortened. */
export function shortValue(value: AxisValue): string {
  return typeof value === 'number' ? String(Number(value.toPrecision(4))) : String(value);
}

/** `multiple=16 of 4 8 16 32`, or ''. */
export function axisText(axes: readonly AxisRow[], textOf: (value: AxisValue) => string = String): string {
  return axes
    .map(({ name, default: value, values }) => `${name}=${textOf(value)} of ${values.map(textOf).join(' ')}`)
    .join('; ');
}
