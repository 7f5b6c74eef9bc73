import type { TimeBudget } from '@spmv/engine';
import { timeBudget } from '@spmv/engine';
import type { Exhibit, StudyLeg } from '@spmv/studies';

/** What is run of a leg at a time: on one matrix, or without any, where the operation stores none. */
export interface Task<Leg> {
  readonly leg: Leg;
  readonly matrix: string | undefined;
}

/** What a task costs more than another: entries, or products of sizes, times the combinations. */
function costOf({ params = {}, kernels = [''], sizes }: StudyLeg, entries: number): number {
  const points = Object.values(params).reduce((count, values) => count * values.length, kernels.length);
  const products = sizes?.reduce((sum, size) => sum + Object.values(size).reduce((a, b) => a * b, 1), 0);
  return points * (products ?? entries);
}

/**
 * The tasks that each table and figure still needs when those before it have theirs, the cheapest first; what none of them reads comes last.
 * Within one the order of the tasks is kept.
 */
export function tasksByExhibit<Leg extends { readonly leg: StudyLeg }>(
  exhibits: readonly Exhibit[],
  tasks: readonly Task<Leg>[],
  entriesOf: (matrix: string) => number,
): readonly (readonly Task<Leg>[])[] {
  const cost = ({ leg, matrix }: Task<Leg>): number => costOf(leg.leg, matrix === undefined ? 0 : entriesOf(matrix));
  const needs = exhibits
    .map(({ legs, matrices }) =>
      tasks.filter(
        ({ leg, matrix }) =>
          legs.includes(leg.leg.id) && (matrix === undefined || matrices === undefined || matrices.includes(matrix)),
      ),
    )
    .map((own) => ({ own, total: own.reduce((sum, task) => sum + cost(task), 0) }))
    .toSorted((a, b) => a.total - b.total);
  const taken = new Set<Task<Leg>>();
  const groups = [...needs.map(({ own }) => own), tasks].map((own) =>
    own.filter((task) => !taken.has(task) && taken.add(task)),
  );
  return groups.filter(({ length }) => length > 0);
}

/** One of so many equal parts of what is left of a budget. It is used where the whole is: a run times something, however little it has. */
export function shareOf(whole: TimeBudget, parts: number): TimeBudget {
  const own = timeBudget(whole.left() / parts);
  return { left: () => Math.min(own.left(), whole.left()), isUsed: () => whole.isUsed(), use: () => whole.use() };
}
