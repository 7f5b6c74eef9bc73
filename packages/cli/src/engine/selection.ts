import type { Axis, ParamPoint, Params, ParamSpace, ParamValue, Precision } from '@spmv/core';
import { enumerateParams, isSpmvError, onAxis, parseParamValue, resolveParams } from '@spmv/core';

/** The default point; every point of a small space and the corners of a large one; every point. */
export type Points = 'default' | 'covering' | 'all';

/** What the user asked to run. An absent list means everything installed. */
export interface Selection {
  readonly backends?: readonly string[];
  /** Backend → device, as the backend names it; absent: its best. */
  readonly devices?: Readonly<Record<string, string>>;
  readonly formats?: readonly string[];
  readonly kernels?: readonly string[];
  readonly precisions?: readonly Precision[];
  /** Values of `--param name=v1,v2`, as written. */
  readonly params: Readonly<Record<string, readonly string[]>>;
  /** Which points of a space besides those that `params` names. */
  readonly points: Points;
}

/** A point of a space, or why it cannot be. */
export interface SelectedPoint {
  readonly params: Params;
  readonly refusal?: { readonly code: string; readonly reason: string; readonly fix: string };
}

function wantedOn(axes: Readonly<Record<string, Axis>>, selection: Selection): [string, readonly ParamValue[]][] {
  return Object.entries(axes).flatMap(([name, axis]): [string, readonly ParamValue[]][] => {
    const texts = selection.params[name];
    return texts ? [[name, texts.map((text) => parseParamValue(axis, text))]] : [];
  });
}

/** Points beyond which a space counts as large. */
const SMALL_SPACE = 32;

/** Every point when they are few, else the ends of every axis and the default. */
function cover<C, P extends Params>(space: ParamSpace<C, P>, context: C, owner: string, fixed: Readonly<Record<string, readonly ParamValue[]>>): readonly ParamPoint<P>[] {
  const all = Object.entries<Axis>(space.axes).map(([name, axis]) => [name, fixed[name] ?? axis.values] as const);
  if (all.reduce((count, [, values]) => count * values.length, 1) <= SMALL_SPACE) return enumerateParams(space, context, owner, fixed);
  const ends = all.map(([name, values]) => [name, [...new Set([values[0], values.at(-1)])].filter((value) => value !== undefined)] as const);
  return [{ params: resolveParams(space, {}, context, owner) }, ...enumerateParams(space, context, owner, Object.fromEntries(ends))];
}

/**
 * The points of `space` that the selection asks for: the given values of the axes it has, the other axes as `points` says.
 * Values off the axis and points the space rejects come back with the reason.
 */
export function selectedPoints<C, P extends Params>(space: ParamSpace<C, P>, context: C, owner: string, selection: Selection): readonly SelectedPoint[] {
  const axes: Readonly<Record<string, Axis>> = space.axes;
  const wanted = wantedOn(axes, selection);
  if (selection.points !== 'default') {
    const fixed = Object.fromEntries(wanted.map(([name, values]) => [name, values.filter((value) => onAxis(axes[name] as Axis, value))] as const));
    const points = selection.points === 'all' ? enumerateParams(space, context, owner, fixed) : cover(space, context, owner, fixed);
    return points.map(({ params, rejected }) =>
      rejected === undefined ? { params } : { params, refusal: { code: 'PARAM.REJECTED', reason: rejected, fix: 'Choose other values.' } });
  }
  let partials: Record<string, ParamValue>[] = [{}];
  for (const [name, values] of wanted) partials = partials.flatMap((partial) => values.map((value) => ({ ...partial, [name]: value })));
  return partials.map((partial) => {
    try {
      return { params: resolveParams(space, partial, context, owner) };
    } catch (error) {
      if (!isSpmvError(error)) throw error;
      return { params: partial, refusal: { code: error.code, reason: error.message, fix: error.fix } };
    }
  });
}
