import type { StudyLeg } from './study.ts';

/** A few points of a leg once more, as another measurement: by them it is known how far one drifts. `some`: a small and a large one of its matrices, or sizes of its products, and of a sweep some of its values. */
export function again(
  legs: readonly StudyLeg[],
  id: string,
  some: Pick<StudyLeg, 'matrices' | 'sizes' | 'params'>,
): StudyLeg {
  const leg = legs.find((one) => one.id === id);
  if (!leg) throw new Error(`There is no measurement '${id}' of which points could be measured again.`);
  const params = { ...leg.params, ...some.params };
  return { ...leg, id: `again-${id}`, title: `a few points of ${id} once more`, againOf: id, ...some, params };
}
