import type { Study } from './study.ts';
import type { NotRun, StudyRun } from './study-run.ts';

type Sizes = Readonly<Record<string, number>>;

/** `m = n = k = 512, 1024`. */
function sizesText(all: readonly Sizes[]): string {
  const names = Object.keys(all[0] ?? {}).join(' = ');
  return `${names} = ${all.map((sizes) => [...new Set(Object.values(sizes))].join(' × ')).join(', ')}`;
}

/** A run in which products without a matrix that were left out are named by their sizes, once, in place of how many combinations they were. */
export function withSizes({ legs }: Pick<Study, 'legs'>, run: StudyRun): StudyRun {
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
