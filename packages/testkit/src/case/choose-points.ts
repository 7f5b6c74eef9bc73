import type { ParamPoint, Params, ParamSpace, ParamValue } from '@spmv/core';
import { enumerateParams, isSpmvError, resolveParams, usualValues } from '@spmv/core';
import { ensure } from './conformance-error.ts';

/** Values to use of some axes instead of all of them. */
export type ParamChoice = Readonly<Record<string, readonly ParamValue[]>>;

const REASONS = 'A rejected point of a parameter space has a reason';

/** The part of a choice that is about this space. */
function choiceOf(space: ParamSpace<never>, choice: ParamChoice): ParamChoice {
  return Object.fromEntries(Object.entries(choice).filter(([name]) => Object.hasOwn(space.axes, name)));
}

/** The point that no choice gives, or `undefined` where the space rejects it. */
function defaultPoint<C>(space: ParamSpace<C>, context: C, owner: string): Params | undefined {
  try {
    return resolveParams(space, {}, context, owner);
  } catch (error) {
    if (isSpmvError(error, 'PARAM.REJECTED')) return undefined;
    throw error;
  }
}

/** Whether every parameter has the first, the last or the default value of its axis. */
function isCorner(params: Params, space: ParamSpace<never>, choice: ParamChoice): boolean {
  return Object.entries(params).every(([name, value]) => {
    const axis = space.axes[name];
    const values = choice[name] ?? (axis ? usualValues(axis) : []);
    return value === values[0] || value === values.at(-1) || value === axis?.default;
  });
}

/** `most` of the items, first and last among them, evenly spread. */
export function spread<I>(items: readonly I[], most: number): readonly I[] {
  if (items.length <= most) return items;
  if (most <= 1) return items.slice(0, most);
  return Array.from({ length: most }, (_, k) => items[Math.round((k * (items.length - 1)) / (most - 1))]);
}

/** Points of a space to test with. */
export interface ChosenPoints {
  readonly points: readonly Params[];
  readonly rejected: readonly ParamPoint[];
}

/**
 * Every possible point of a small space, the default and the corners of a large one, at most about `most`.
 * Throws when a point is rejected without a reason.
 */
export function choosePoints<C>(
  space: ParamSpace<C>,
  context: C,
  owner: string,
  choice: ParamChoice = {},
  most = 16,
): ChosenPoints {
  const plain = space as unknown as ParamSpace<never>;
  const mine = choiceOf(plain, choice);
  const all = enumerateParams(space, context, owner, mine);
  const rejected = all.filter((point) => point.rejected !== undefined);
  for (const { params, rejected: reason } of rejected) {
    ensure(typeof reason === 'string' && reason.trim() !== '', REASONS, 'the reason is empty', { owner, params });
  }
  const possible = all.filter((point) => point.rejected === undefined).map((point) => point.params);
  const chosen =
    possible.length <= most
      ? possible
      : spread(
          possible.filter((params) => isCorner(params, plain, mine)),
          most,
        );
  const standard = Object.keys(mine).length === 0 ? defaultPoint(space, context, owner) : undefined;
  const key = standard && sortedJson(standard);
  const points =
    standard === undefined || chosen.some((params) => sortedJson(params) === key) ? chosen : [standard, ...chosen];
  return { points, rejected };
}

function sortedJson(params: Params): string {
  return JSON.stringify(Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1)));
}
