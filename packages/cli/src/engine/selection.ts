import type { Axis, Params, ParamSpace, ParamValue, Precision } from '@spmv/core';
import { enumerateParams, formatParams, isSpmvError, onAxis, parseParamValue, resolveParams } from '@spmv/core';

/** What the user asked to run. An absent list means everything installed. */
export interface Selection {
  readonly backends?: readonly string[];
  readonly formats?: readonly string[];
  readonly kernels?: readonly string[];
  readonly precisions?: readonly Precision[];
  /** Values of `--param name=v1,v2`, as written. */
  readonly params: Readonly<Record<string, readonly string[]>>;
  /** Every point of every space instead of the defaults. */
  readonly allParams: boolean;
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

/**
 * The points of `space` that the selection asks for: the given values of the axes it has, the other axes at their suggestion or
 * default, or everywhere under `allParams`. Values off the axis and points the space rejects come back with the reason.
 */
export function selectedPoints<C, P extends Params>(space: ParamSpace<C, P>, context: C, owner: string, selection: Selection): readonly SelectedPoint[] {
  const axes = space.axes as unknown as Readonly<Record<string, Axis>>;
  const wanted = wantedOn(axes, selection);
  if (selection.allParams) {
    const onAxes = wanted.map(([name, values]) => [name, values.filter((value) => onAxis(axes[name] as Axis, value))] as const);
    return enumerateParams(space, context, owner, Object.fromEntries(onAxes)).map(({ params, rejected }) =>
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

/** `T=4, blockSize=128`, or '' for none. */
export function paramText(...groups: readonly Params[]): string {
  return groups.map(formatParams).filter((text) => text !== '').join(', ');
}
