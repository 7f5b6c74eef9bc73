import type { DriverSequence, DriverStep, DriverVector } from '@spmv/core';
import type { SeveralOperator } from './operator.ts';
import type { ElementOwnership } from './ownership.ts';
import type { SpreadVector } from './spread-vector.ts';
import { scaleSpread } from './spread-vector.ts';
import type { Team } from './team.ts';

/** Who owns each vector before and after the steps, once they have run so often that none changes hands; undefined where some always does. */
function ownersOf(steps: readonly DriverStep[]): ReadonlyMap<SpreadVector, ElementOwnership> | undefined {
  const products = steps.flatMap((step) => ('operator' in step ? [step] : []));
  const vectors = products.flatMap(({ buffers }) => buffers as readonly SpreadVector[]);
  const owners = new Map(vectors.map((vector) => [vector, vector.ownership]));
  // In each round but the last a vector finds its owner.
  for (let round = 0; round <= owners.size; round++) {
    let isStill = true;
    for (const { operator, buffers } of products) {
      const mine = buffers as readonly SpreadVector[];
      const after = (operator as SeveralOperator).ownersFor(mine, (vector) => owners.get(vector) as ElementOwnership);
      for (const [place, vector] of mine.entries()) {
        if (owners.get(vector) === after[place]) continue;
        owners.set(vector, after[place] as ElementOwnership);
        isStill = false;
      }
    }
    if (isStill) return owners;
  }
  return undefined;
}

/** Steps as one piece: recorded, unless elements go from owner to owner in the middle. Errors: `BACKEND.FAILED`. */
export function createSpreadSequence(team: Team, steps: readonly DriverStep[]): DriverSequence {
  const enqueue = (): void => {
    for (const step of steps) {
      if ('operator' in step) step.operator.apply(step.buffers, step.scalars);
      else scaleSpread(team, step.scale as SpreadVector, step.factor);
    }
  };
  const owners = ownersOf(steps);
  if (!owners) return { run: enqueue, dispose() {} };
  const settle = (): void =>
    team.together(() => {
      for (const [vector, ownership] of owners) vector.settle(ownership, true);
    });
  settle();
  const used = steps.flatMap((step): readonly DriverVector[] => ('operator' in step ? step.buffers : [step.scale]));
  const wholes = [...new Set(used)].flatMap((vector) => (vector as SpreadVector).wholes);
  const recorded = team.record(wholes, enqueue);
  return {
    run() {
      // Other products may have wanted them elsewhere since.
      settle();
      recorded.run();
    },
    dispose: () => recorded.dispose(),
  };
}
