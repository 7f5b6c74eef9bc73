/** A value of one parameter. */
export type ParamValue = number | string | boolean;

/** One point of a parameter space. */
export type Params = Readonly<Record<string, ParamValue>>;

/** One dimension of a parameter space. */
export interface Axis<V extends ParamValue = ParamValue> {
  /** The values there are, in order: what a sweep over this axis tries. */
  readonly values: readonly V[];
  /** Those of `values` that are tried where nobody names any, the corners among them; all of them without it. */
  readonly usual?: readonly V[];
  /** Used when neither the caller nor `suggest` says otherwise. */
  readonly default: V;
  /** What it means, with its symbol in the literature and its unit. */
  readonly doc: string;
  /** Numbers accepted besides `values`. Without it only `values` are. */
  readonly range?: { readonly min: number; readonly max: number; readonly integer: boolean };
}

/**
 * A declared space of parameters. `Context` is what decides which points are possible: the structure of a matrix for the
 * parameters of a format, matrix and device for those of a kernel. All functions are pure.
 */
export interface ParamSpace<Context = unknown, P extends Params = Params> {
  readonly axes: { readonly [K in keyof P]: Axis<P[K]> };
  /** Why this point is impossible here, or `undefined`. Every value is already on its axis. */
  reject?(params: P, context: Context): string | undefined;
  /** A better default for this context, for some or all axes. */
  suggest?(context: Context): Partial<P>;
}

/** The values of an axis that are tried where nobody names any. */
export function usualValues<V extends ParamValue>(axis: Axis<V>): readonly V[] {
  return axis.usual ?? axis.values;
}

/** The space with one point and no axes. */
export const NO_PARAMS: ParamSpace<unknown, Record<never, never>> = { axes: {} };

/** `T=4, blockSize=128`, or an empty string. */
export function formatParams(params: Params): string {
  return Object.entries(params)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');
}
