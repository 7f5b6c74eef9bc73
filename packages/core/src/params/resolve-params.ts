import { suggestNames } from '../errors/nearest-names.ts';
import { SpmvError } from '../errors/spmv-error.ts';
import type { Axis, Params, ParamSpace, ParamValue } from './param-space.ts';
import { formatParams, usualValues } from './param-space.ts';

function describeAxis(axis: Axis): string {
  const listed = axis.values.join(', ');
  if (!axis.range) return listed;
  const { min, max, integer } = axis.range;
  return `${integer ? 'an integer' : 'a number'} in ${min}..${max} (swept: ${listed})`;
}

/** Whether `value` is on the axis. */
export function onAxis(axis: Axis, value: ParamValue): boolean {
  if (axis.values.includes(value)) return true;
  if (!axis.range || typeof value !== 'number') return false;
  const { min, max, integer } = axis.range;
  return value >= min && value <= max && (!integer || Number.isInteger(value));
}

function checkKnown(space: ParamSpace<never>, partial: Params, owner: string): void {
  for (const [name, value] of Object.entries(partial)) {
    const axis = Object.hasOwn(space.axes, name) ? space.axes[name] : undefined;
    if (!axis) {
      throw new SpmvError('PARAM.UNKNOWN', `${owner} has no parameter '${name}'.`, {
        fix: suggestNames(name, Object.keys(space.axes)),
        details: { owner, name, known: Object.keys(space.axes) },
      });
    }
    if (!onAxis(axis, value)) {
      throw new SpmvError('PARAM.OUT_OF_RANGE', `${owner}: ${name} = ${value} is not possible.`, {
        fix: `Use ${describeAxis(axis)}.`,
        details: { owner, name, value, values: axis.values },
      });
    }
  }
}

function defaults(space: ParamSpace<never>): Record<string, ParamValue> {
  return Object.fromEntries(Object.entries(space.axes).map(([name, axis]) => [name, axis.default]));
}

/**
 * The full point of `space` that `partial` asks for: given values first, then `suggest`, which may look at a whole matrix and is not asked where all are given, then the axis defaults.
 * `owner` names the format or kernel in messages.
 *
 * Errors: `PARAM.UNKNOWN`, `PARAM.OUT_OF_RANGE`, `PARAM.REJECTED` with the reason.
 */
export function resolveParams<C, P extends Params>(
  space: ParamSpace<C, P>,
  partial: Params,
  context: C,
  owner: string,
): P {
  checkKnown(space, partial, owner);
  const names = Object.keys(space.axes);
  const isGiven = names.length > 0 && names.every((name) => Object.hasOwn(partial, name));
  const suggested = (isGiven ? undefined : space.suggest?.(context)) ?? {};
  const params = { ...defaults(space), ...suggested, ...partial } as P;
  const reason = space.reject?.(params, context);
  if (reason !== undefined) {
    throw new SpmvError('PARAM.REJECTED', `${owner} cannot use ${formatParams(params)}: ${reason}`, {
      fix: 'Choose other values for these parameters.',
      details: { owner, params, reason },
    });
  }
  return params;
}

/** A point of a space, with the reason why it is impossible here when it is. */
export interface ParamPoint<P extends Params = Params> {
  readonly params: P;
  readonly rejected?: string;
}

/**
 * Every point of the product of the axes' usual values, the last axis fastest, rejected ones included with their reason.
 * `fixed` narrows: a single value or several per axis.
 *
 * Errors: `PARAM.UNKNOWN`, `PARAM.OUT_OF_RANGE` for `fixed`.
 */
export function enumerateParams<C, P extends Params>(
  space: ParamSpace<C, P>,
  context: C,
  owner: string,
  fixed: Readonly<Record<string, readonly ParamValue[]>> = {},
): readonly ParamPoint<P>[] {
  let points: Record<string, ParamValue>[] = [{}];
  for (const [name, values] of Object.entries(fixed)) {
    for (const value of values) checkKnown(space, { [name]: value }, owner);
  }
  for (const [name, axis] of Object.entries(space.axes) as [string, Axis][]) {
    const values = fixed[name] ?? usualValues(axis);
    points = points.flatMap((point) => values.map((value) => ({ ...point, [name]: value })));
  }
  return points.map((point) => {
    const params = point as P;
    const rejected = space.reject?.(params, context);
    return rejected === undefined ? { params } : { params, rejected };
  });
}

/**
 * The value that `text` (from a command line) means on an axis: a number where the axis holds numbers, and so on.
 * Not checked to be on the axis; {@link resolveParams} does that.
 */
export function parseParamValue(axis: Axis, text: string): ParamValue {
  switch (typeof axis.default) {
    case 'number':
      return text.trim() === '' ? Number.NaN : Number(text);
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    default:
      return text;
  }
}
