import type { TimeBudget } from '@spmv/engine';
import { timeBudget } from '@spmv/engine';
import type { Exhibit, StudyLeg } from '@spmv/studies';

/** What is run of a leg at a time: on one matrix, or without any, where the operation stores none. */
export interface StudyTask<Leg> {
  readonly leg: Leg;
  readonly matrix: string | undefined;
}

/** What a task costs more than another: entries, or products of sizes, times the combinations. */
function costOf({ params = {}, kernels = [''], sizes }: StudyLeg, entries: number): number {
  const points = Object.values(params).reduce((count, values) => count * values.length, kernels.length);
  const products = sizes?.reduce((sum, size) => sum + Object.values(size).reduce((a, b) => a * b, 1), 0);
  return points * (products ?? entries);
}

/** Tasks that have a share together. */
export interface Share<Leg> {
  readonly tasks: readonly StudyTask<Leg>[];
  /** Of so many equal parts of what is left when it begins it gets one. */
  readonly parts: number;
}

/** Of so many parts of the budget one is for points that are measured once more. */
const AGAIN_PARTS = 12;

/**
 * First the points that tell how far measurements drift, for a twelfth; then the tasks that each table and figure still needs when those before it have theirs: those that have printed numbers to stand beside,
 * the cheapest first, which may take all but what one more would get; then the others, the cheapest first; what none of them reads comes
 * last. Within one the order of the tasks is kept.
 */
export function tasksByExhibit<Leg extends { readonly leg: StudyLeg }>(
  exhibits: readonly Exhibit[],
  tasks: readonly StudyTask<Leg>[],
  entriesOf: (matrix: string) => number,
): readonly Share<Leg>[] {
  const cost = ({ leg, matrix }: StudyTask<Leg>): number =>
    costOf(leg.leg, matrix === undefined ? 0 : entriesOf(matrix));
  const needs = exhibits
    .map(({ legs, matrices, paper }) => {
      const own = tasks.filter(
        ({ leg, matrix }) =>
          legs.includes(leg.leg.id) && (matrix === undefined || matrices === undefined || matrices.includes(matrix)),
      );
      return { own, isPrinted: paper === 'printed', total: own.reduce((sum, task) => sum + cost(task), 0) };
    })
    .toSorted((a, b) => Number(b.isPrinted) - Number(a.isPrinted) || a.total - b.total);
  const again = tasks.filter(({ leg }) => leg.leg.againOf);
  const taken = new Set(again);
  const groups = [...needs, { own: tasks, isPrinted: false }]
    .map(({ own, isPrinted }) => ({ own: own.filter((task) => !taken.has(task) && taken.add(task)), isPrinted }))
    .filter(({ own }) => own.length > 0);
  const printed = groups.filter(({ isPrinted }) => isPrinted).length;
  const [last, one] = [groups.length, printed < groups.length ? 1 : 0];
  return [
    ...(again.length > 0 ? [{ tasks: again, parts: AGAIN_PARTS }] : []),
    ...groups.map(({ own, isPrinted }, g) => ({ tasks: own, parts: isPrinted ? printed - g + one : last - g })),
  ];
}

/** One of so many equal parts of what is left of a budget. It is used where the whole is: a run times something, however little it has. */
export function shareOf(whole: TimeBudget, parts: number): TimeBudget {
  const own = timeBudget(whole.left() / parts);
  return { left: () => Math.min(own.left(), whole.left()), isUsed: () => whole.isUsed(), use: () => whole.use() };
}
