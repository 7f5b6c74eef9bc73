import { isBaseline } from './baseline.ts';
import type { RunnableCase } from './case.ts';
import type { CaseRun } from '../run/case-result.ts';

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

/** Cases of one precision together. */
export function byPrecision(cases: readonly RunnableCase[]): readonly (readonly RunnableCase[])[] {
  const precisions = [...new Set(cases.map(({ precision }) => precision))];
  return precisions.map((precision) => cases.filter((current) => current.precision === precision));
}

/** What a table that is cut short has to have: what others are compared with. */
export function isStandard({ implementation, ...id }: RunnableCase): boolean {
  return implementation.vendor === true || isBaseline(id);
}

/** Groups in the order in which a table that may be cut short needs them: standards, then one of each format on each backend, then all others. */
export function groupedByNeed(cases: readonly RunnableCase[]): readonly (readonly RunnableCase[])[] {
  const others = cases.filter((current) => !isStandard(current));
  const firsts = new Map(others.toReversed().map((one) => [JSON.stringify([one.backend, one.format]), one]));
  const spread = new Set(firsts.values());
  return [
    cases.filter(isStandard),
    others.filter((one) => spread.has(one)),
    others.filter((one) => !spread.has(one)),
  ].flatMap(grouped);
}

/** Runs in the order of their cases. */
export function inOrder(runs: readonly CaseRun[], cases: readonly RunnableCase[]): readonly CaseRun[] {
  const place = new Map(cases.map((current, index) => [current, index]));
  return [...runs].sort((a, b) => (place.get(a.case) ?? 0) - (place.get(b.case) ?? 0));
}
