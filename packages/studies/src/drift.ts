import { isNamed } from './of-legs.ts';
import type { Study, StudyLeg } from './study.ts';
import type { Drift, StudyResult, StudyRun, Unsteady } from './study-run.ts';

/** The share of points by which a drift is told: one far off is no measure of all. */
const SHARE = 0.95;

const entriesOf = (params: StudyResult['formatParams']): unknown =>
  Object.entries(params).toSorted(([a], [b]) => (a < b ? -1 : 1));

/** What is measured, whichever leg does. */
function pointOf(result: StudyResult): string {
  const { matrix, sizes, operation, backend, kernel, precision, stored, formatParams, kernelParams, launchParams } =
    result;
  const params = [sizes, formatParams, kernelParams, launchParams].map(entriesOf);
  return JSON.stringify([matrix, operation, backend, kernel, precision, stored, params]);
}

/** Of serial CSR, over which every leg has its speed-ups. */
const BASE = {
  operation: 'spmv',
  backend: 'serial',
  device: null,
  format: 'csr',
  kernel: 'js/csr',
  sizes: {},
  formatParams: {},
  kernelParams: {},
  launchParams: {},
} as const;

/** Serial CSR as each leg measured it for its speed-ups, and does not list: one more measurement of that point. */
function basesOf(results: readonly StudyResult[]): readonly StudyResult[] {
  const bases = new Map<string, StudyResult>();
  for (const result of results) {
    const { leg, matrix, precision, medianMs, speedup, kernel, backend } = result;
    if (medianMs === null || speedup === null || (kernel === BASE.kernel && backend === BASE.backend)) continue;
    const ms = medianMs * speedup;
    const { stored: _, ...rest } = result;
    bases.set(JSON.stringify([leg, matrix, precision]), {
      ...rest,
      ...BASE,
      medianMs: ms,
      medianLowMs: ms,
      medianHighMs: ms,
    });
  }
  return [...bases.values()];
}

const medianOf = ({ medianMs }: StudyResult): number => medianMs ?? Number.NaN;

/** Lists of equal keys. */
function grouped<T>(all: Iterable<T>, keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

/** What these legs timed. */
function timedBy(legs: { has(id: string): boolean }, results: readonly StudyResult[]): readonly StudyResult[] {
  return results.filter(({ leg, status, medianMs }) => legs.has(leg) && status === 'ok' && medianMs !== null);
}

/** Every point that several legs measured, by one: a leg of uploads measures something else. */
function repeated({ legs }: Pick<Study, 'legs'>, { results }: StudyRun): ReadonlyMap<string, readonly StudyResult[]> {
  const products = new Set(legs.flatMap(({ id, uploads }) => (uploads === undefined ? [id] : [])));
  const timed = timedBy(products, results);
  return new Map(
    [...grouped([...timed, ...basesOf(timed)], pointOf)].filter(
      ([, all]) => new Set(all.map(({ leg }) => leg)).size > 1,
    ),
  );
}

/** How many times as long the slowest measurement of a point took as the fastest. */
function apart(all: readonly StudyResult[]): number {
  const medians = all.map(medianOf);
  return Math.max(...medians) / Math.min(...medians);
}

/** By backend how far apart measurements of one point are, and legs without one. */
function driftsOf(points: Iterable<readonly StudyResult[]>, disturbed: readonly LegsApart[]): readonly Drift[] {
  return [...grouped(points, ([first]) => first?.backend ?? '')].map(([backend, own]) => {
    const ratios = own.map(apart).toSorted((a, b) => a - b);
    const ratio = ratios[Math.ceil(SHARE * ratios.length) - 1] ?? 1;
    const ofLegs = disturbed.flatMap((one) => (one.unsteady.backend === backend ? [one.ratio] : []));
    const known = { backend, points: ratios.length, ratio, most: ratios.at(-1) ?? 1 };
    return ofLegs.length === 0 ? known : { ...known, ofLegs: Math.max(...ofLegs) };
  });
}

/** `js/csr on threads (threads 16)`: which point of a sweep. */
function nameOf({ kernel, backend, sizes, kernelParams, launchParams }: StudyResult): string {
  const values = Object.entries({ ...sizes, ...launchParams, ...kernelParams }).map(
    ([name, value]) => `${name} ${value}`,
  );
  return `${kernel ?? ''} on ${backend}${values.length === 0 ? '' : ` (${values.join(', ')})`}`;
}

/** A time is unsteady where the ends of its interval, or its measurements, are so many times one another. */
const WIDE = 1.5;

/** `8.08 and 14.0 ms when measured twice`, `8.08 to 15.6 ms when measured 13 times`. */
function timesText(all: readonly StudyResult[]): string {
  const medians = all.map(medianOf).toSorted((a, b) => a - b);
  const ends = [medians[0] ?? 0, medians.at(-1) ?? 0].map((ms) => ms.toPrecision(3));
  return medians.length === 2
    ? `${ends.join(' and ')} ms when measured twice`
    : `${ends.join(' to ')} ms when measured ${medians.length} times`;
}

/** Whether a point has a value that another leg measures, too, of every parameter that both name. */
function isIn(result: StudyResult, own: StudyLeg, other: StudyLeg, cores: number): boolean {
  return Object.entries({ ...result.launchParams, ...result.kernelParams }).every(
    ([name, value]) =>
      own.params?.[name] === undefined || other.params?.[name] === undefined || isNamed(other, name, value, cores),
  );
}

/** A leg that took so many times as long at best as another. */
interface LegsApart {
  readonly unsteady: Unsteady;
  readonly ratio: number;
}

/** Legs whose fastest time is far above that of another leg of the same kernel and threads with which they share no point: they were disturbed as a whole. */
function legsApart(
  { legs }: Pick<Study, 'legs'>,
  { results, machine: { cores } }: StudyRun,
  points: ReadonlyMap<string, readonly StudyResult[]>,
): readonly LegsApart[] {
  const drawn = new Map(legs.flatMap((leg) => (leg.againOf || leg.uploads ? [] : [[leg.id, leg] as const])));
  const timed = timedBy(drawn, results);
  const alike = grouped(timed, ({ matrix, sizes, operation, backend, kernel, precision, stored, formatParams }) =>
    JSON.stringify([matrix, sizes, operation, backend, kernel, precision, stored, entriesOf(formatParams)]),
  );
  return [...alike.values()].flatMap((all) => {
    const ofLegs = [...grouped(all, ({ leg }) => leg)];
    return ofLegs.flatMap(([id, own]) =>
      ofLegs.flatMap(([other, others]): readonly LegsApart[] => {
        const [leg, next] = [drawn.get(id), drawn.get(other)];
        const isShared = own.some((one) => points.get(pointOf(one))?.some((same) => same.leg === other));
        if (!leg || !next || id === other || isShared) return [];
        // What this leg names and the other leaves open may be why, and no disturbance: chunks that are too few.
        if (Object.keys(leg.params ?? {}).some((name) => next.params?.[name] === undefined)) return [];
        const [a, b] = [
          own.filter((one) => isIn(one, leg, next, cores)),
          others.filter((one) => isIn(one, next, leg, cores)),
        ].map((some) => some.toSorted((x, y) => medianOf(x) - medianOf(y))[0]);
        if (!a || !b || medianOf(a) < WIDE * medianOf(b)) return [];
        const { matrix, backend, kernel } = a;
        const [here, there] = [a, b].map((one) => medianOf(one).toPrecision(3));
        const why = `${kernel ?? ''} on ${backend} took ${here} ms at best, and ${there} in ${other}`;
        return [{ unsteady: { leg: id, matrix, backend, why }, ratio: apart([a, b]) }];
      }),
    );
  });
}

/** Times that are no base of quotients: of points that were measured more than once, and of those that are the only ones of their kernel, whose best is no other. */
function unsteadyOf(
  { legs }: Pick<Study, 'legs'>,
  results: readonly StudyResult[],
  points: ReadonlyMap<string, readonly StudyResult[]>,
): readonly Unsteady[] {
  const drawn = new Set(legs.flatMap(({ id, againOf }) => (againOf ? [] : [id])));
  const timed = timedBy(drawn, results);
  const ofKernel = grouped(timed, ({ leg, matrix, sizes, backend, kernel, precision, stored }) =>
    JSON.stringify([leg, matrix, sizes, backend, kernel, precision, stored]),
  );
  return [...ofKernel.values()].flatMap((own) =>
    own.flatMap((result): readonly Unsteady[] => {
      const { leg, matrix, backend, medianLowMs, medianHighMs } = result;
      const all = points.get(pointOf(result)) ?? [];
      const who = nameOf(result);
      if (all.length > 1 && apart(all) >= WIDE) {
        return [{ leg, matrix, backend, why: `${who} took ${timesText(all)}` }];
      }
      const [low, high] = [medianLowMs ?? 0, medianHighMs ?? Infinity];
      if (own.length > 1 || high < WIDE * low) return [];
      const ends = `${low.toPrecision(3)} to ${high.toPrecision(3)} ms`;
      return [{ leg, matrix, backend, why: `the 95 % interval of the median of ${who} is ${ends}` }];
    }),
  );
}

/**
 * A run that knows by how much its measurements miss one another: a point that several legs measured has an interval that holds those of
 * all, results have the drift of their backend, and those that are no base of quotients are unsteady. A product's samples all read arrays at
 * one place of memory, and begin in one state of the clock; their interval says nothing of another.
 */
export function withDrift(study: Pick<Study, 'legs'>, run: StudyRun): StudyRun {
  const points = repeated(study, run);
  const disturbed = legsApart(study, run, points);
  const unsteady = [
    ...run.unsteady,
    ...unsteadyOf(study, run.results, points),
    ...disturbed.map((one) => one.unsteady),
  ];
  if (points.size === 0) return { ...run, unsteady };
  const drifts = driftsOf(points.values(), disturbed);
  const results = run.results.map((result) => {
    const drift = drifts.find(({ backend }) => backend === result.backend)?.ratio;
    const all = points.get(pointOf(result))?.includes(result) ? (points.get(pointOf(result)) ?? []) : [];
    const [lows, highs] = [
      all.map(({ medianLowMs }) => medianLowMs ?? 0),
      all.map(({ medianHighMs }) => medianHighMs ?? Infinity),
    ];
    return {
      ...result,
      ...(drift === undefined ? {} : { drift }),
      ...(all.length === 0 ? {} : { medianLowMs: Math.min(...lows), medianHighMs: Math.max(...highs) }),
    };
  });
  return { ...run, results, drifts, unsteady };
}

/** How far measurements of one point are apart, in words, and on which backends of several measurements nobody knows. */
export function driftTexts({ drifts = [], results, before = [] }: StudyRun): readonly string[] {
  const parts =
    before.length === 0
      ? []
      : [
          `It goes on from what began ${before.map(({ started }) => started).join(' and ')}: a quotient may have a side of each part, and how far parts or their machines differ is not known.`,
        ];
  const drifting = drifts.map(({ backend, points, ratio, most, ofLegs }) => {
    const all =
      points === 1
        ? 'A point that two measurements share took'
        : `${points} points that several measurements share took`;
    const usual = ratio < most ? `, ${100 * SHARE} of 100 up to ${ratio.toFixed(2)} times` : '';
    const whole = ofLegs === undefined ? '' : ` A whole leg took ${ofLegs.toFixed(2)} times as long as another.`;
    return `${all} up to ${most.toFixed(2)} times as long in one as in another on ${backend}${usual}: intervals of what is compared are wider for it.${whole}`;
  });
  const timed = results.filter(({ medianMs }) => medianMs !== null);
  const unknown = [...grouped(timed, ({ backend }) => backend)].flatMap(([backend, own]) =>
    new Set(own.map(({ leg }) => leg)).size > 1 && drifts.every((one) => one.backend !== backend) ? [backend] : [],
  );
  const known = [...parts, ...drifting];
  return unknown.length === 0
    ? known
    : [...known, `On ${unknown.join(' and ')} no two measurements share a point: how far they drift is not known.`];
}
