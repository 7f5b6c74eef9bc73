import type { RunnableCase } from './case.ts';
import type { CaseRun } from './case-result.ts';

function storageKey({ storage }: RunnableCase): string {
  return storage ? JSON.stringify([storage.format.id, storage.plan.valueType, storage.plan.params]) : '';
}

/** Cases of one stored form together, so that it is built once; those without one are a group, too. */
export function grouped(cases: readonly RunnableCase[]): readonly (readonly RunnableCase[])[] {
  const groups = new Map<string, RunnableCase[]>();
  for (const current of cases) {
    const key = storageKey(current);
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(current);
  }
  return [...groups.values()];
}

/** Runs in the order of their cases. */
export function inOrder(runs: readonly CaseRun[], cases: readonly RunnableCase[]): readonly CaseRun[] {
  const place = new Map(cases.map((current, index) => [current, index]));
  return [...runs].sort((a, b) => (place.get(a.case) ?? 0) - (place.get(b.case) ?? 0));
}
