import type { DriverSequence, DriverStep, DriverVector } from '@spmv/core';
import type { SeveralOperator } from './operator.ts';
import type { Ownership } from './ownership.ts';
import type { SpreadVector } from './spread-vector.ts';
import { scaleSpread } from './spread-vector.ts';
import type { Team } from './team.ts';

/** Who is to own each vector during the steps; undefined where one has to change hands between them. */
function ownersOf(steps: readonly DriverStep[]): ReadonlyMap<SpreadVector, Ownership> | undefined {
  const owners = new Map<SpreadVector, Ownership>();
  for (const step of steps) {
    if (!('operator' in step)) continue;
    for (const [place, vector] of step.buffers.entries()) {
      const wanted = (step.operator as SeveralOperator).ownerships[place] as Ownership;
      const spread = vector as SpreadVector;
      if ((owners.get(spread) ?? wanted) !== wanted) return undefined;
      owners.set(spread, wanted);
    }
  }
  return owners;
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
