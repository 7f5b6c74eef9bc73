import type { Axis, DenseRequest, Params, ParamSpace, ParamValue, Precision, Sizes } from '@spmv/core';
import {
  enumerateParams,
  formatParams,
  isSpmvError,
  onAxis,
  parseParamValue,
  resolveParams,
  usualValues,
} from '@spmv/core';

/** The default point; every point of a small space and the corners of a large one; every point. */
export type Points = 'default' | 'covering' | 'all';

/** What is to run. An absent list means everything there is. */
export interface Selection {
  /** Id of the operation; absent: SpMV. */
  readonly operation?: string;
  /** Its variant; options that are not named have their defaults. */
  readonly options?: Params;
  /** The same as written, until the operation is known. */
  readonly optionTexts?: Readonly<Record<string, string>>;
  /** Sizes of its own, one problem for each of these; those not named have their defaults. */
  readonly sizes?: readonly Sizes[];
  /** How dense operands lie; those not named by rows without gaps. */
  readonly layouts?: Readonly<Record<string, DenseRequest>>;
  readonly backends?: readonly string[];
  /** Backend → device, as the backend names it; absent: its best. */
  readonly devices?: Readonly<Record<string, string>>;
  /** Backend → most bytes of its device's memory that are taken; absent: all. Of backends with an option `memoryBytes`. */
  readonly memoryBytes?: Readonly<Record<string, number>>;
  readonly formats?: readonly string[];
  readonly kernels?: readonly string[];
  readonly precisions?: readonly Precision[];
  /** Precisions of the stored values; absent: those of the product. */
  readonly stored?: readonly Precision[];
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

/** The values of each axis, or those asked for. */
type Grid = Readonly<Record<string, readonly ParamValue[]>>;

/** The ends of every axis that nothing was asked of. */
function endsOf(grid: Grid, asked: Grid): Grid {
  return Object.fromEntries(
    Object.entries(grid).map(([name, values]) => [
      name,
      asked[name] ?? [...new Set([values[0], values.at(-1)])].filter((value) => value !== undefined),
    ]),
  );
}

/** Every combination of the given values, the other axes as suggested, or the reason why it cannot be. */
function pointsAskedFor<C, P extends Params>(
  space: ParamSpace<C, P>,
  context: C,
  owner: string,
  wanted: readonly (readonly [string, readonly ParamValue[]])[],
): readonly SelectedPoint[] {
  let partials: Record<string, ParamValue>[] = [{}];
  for (const [name, values] of wanted)
    partials = partials.flatMap((partial) => values.map((value) => ({ ...partial, [name]: value })));
  return partials.map((partial) => {
    try {
      return { params: resolveParams(space, partial, context, owner) };
    } catch (error) {
      if (!isSpmvError(error)) throw error;
      return { params: partial, refusal: { code: error.code, reason: error.message, fix: error.fix } };
    }
  });
}

/**
 * The points of `space` that the selection asks for: the given values of the axes it has, the other axes as `points` says. Points that
 * the space rejects are left out where nobody asked for them; what was asked for and is possible nowhere comes back with the reason.
 */
export function selectedPoints<C, P extends Params>(
  space: ParamSpace<C, P>,
  context: C,
  owner: string,
  selection: Selection,
): readonly SelectedPoint[] {
  const axes: Readonly<Record<string, Axis>> = space.axes;
  const wanted = wantedOn(axes, selection);
  const asked = pointsAskedFor(space, context, owner, wanted);
  if (selection.points === 'default') return asked;
  const onAxes: Grid = Object.fromEntries(
    wanted.map(([name, values]) => [name, values.filter((value) => onAxis(axes[name] as Axis, value))] as const),
  );
  const grid: Grid = Object.fromEntries(
    Object.entries(axes).map(([name, axis]) => [name, onAxes[name] ?? usualValues(axis)] as const),
  );
  const large =
    selection.points === 'covering' &&
    Object.values(grid).reduce((count, { length }) => count * length, 1) > SMALL_SPACE;
  const tried = enumerateParams(space, context, owner, large ? endsOf(grid, onAxes) : grid);
  const possible = tried.filter(({ rejected }) => rejected === undefined);
  const suggested = large ? asked.filter(({ refusal }) => !refusal) : [];
  const distinct = new Map(
    [...suggested, ...possible].map(({ params }): [string, SelectedPoint] => [formatParams(params), { params }]),
  );
  const impossible = asked.filter(
    ({ params, refusal }) => refusal && !possible.some((point) => agrees(point.params, params)),
  );
  return [...distinct.values(), ...impossible];
}

function agrees(point: Params, partial: Params): boolean {
  return Object.entries(partial).every(([name, value]) => point[name] === value);
}
