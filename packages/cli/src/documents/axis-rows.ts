import type { ParamSpace } from '@spmv/core';

/** An axis of a parameter space as rows show it. */
export interface AxisRow {
  readonly name: string;
  readonly default: string | number | boolean;
  readonly values: readonly (string | number | boolean)[];
  readonly doc: string;
}

export function axisRows(space: ParamSpace<never>): readonly AxisRow[] {
  return Object.entries(space.axes).map(([name, axis]) => ({
    name,
    default: axis.default,
    values: axis.values,
    doc: axis.doc,
  }));
}

/** `multiple = 16 of 4 8 16 32`, or ''. */
export function axisText(axes: readonly AxisRow[]): string {
  return axes
    .map(({ name, default: value, values }) => `${name}=${String(value)} of ${values.map(String).join(' ')}`)
    .join('; ');
}
