import type { Study } from './study.ts';
import type { NotRun, StudyResult, StudyRun } from './study-run.ts';

type Sizes = Readonly<Record<string, number>>;

/** `m = n = k = 512, 1024`. */
function sizesText(all: readonly Sizes[]): string {
  const names = Object.keys(all[0] ?? {}).join(' = ');
  return `${names} = ${all.map((sizes) => [...new Set(Object.values(sizes))].join(' × ')).join(', ')}`;
}

/** What was measured of a product without a matrix in its leg, or else only once more: that is a measurement of it, too. */
function measured(legs: Study['legs'], results: readonly StudyResult[]): readonly StudyResult[] {
  const keyOf = ({ kernel, backend, sizes }: StudyResult, leg: string): string =>
    JSON.stringify([leg, kernel, backend, Object.entries(sizes)]);
  const timed = results.filter(({ matrix, medianMs }) => matrix === '' && medianMs !== null);
  const known = new Set(timed.map((result) => keyOf(result, result.leg)));
  const againOf = new Map(legs.map((leg) => [leg.id, leg.againOf]));
  return results.map((result) => {
    const leg = againOf.get(result.leg);
    return leg === undefined || !timed.includes(result) || known.has(keyOf(result, leg)) ? result : { ...result, leg };
  });
}

/** A run in which products without a matrix that were left out are named by their sizes, once, in place of how many combinations they were. */
export function withSizes({ legs }: Pick<Study, 'legs'>, recorded: StudyRun): StudyRun {
  const run = { ...recorded, results: measured(legs, recorded.results) };
  const named = legs.flatMap(({ id, sizes = [] }): readonly (readonly [string, NotRun])[] => {
    const own = run.notRun.find(({ leg, matrix }) => leg === id && matrix === '');
    const lacking = sizes.filter(
      (wanted) =>
        !run.results.some(
          ({ leg, sizes: ran }) => leg === id && Object.entries(wanted).every(([name, value]) => ran[name] === value),
        ),
    );
    return own && lacking.length > 0 ? [[id, { ...own, what: sizesText(lacking) }]] : [];
  });
  const byLeg = new Map(named);
  const others = run.notRun.filter(({ leg, matrix }) => matrix !== '' || leg === null || !byLeg.has(leg));
  return byLeg.size === 0 ? run : { ...run, notRun: [...others, ...byLeg.values()] };
}
