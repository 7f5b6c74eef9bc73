import type { Space } from '../space/space.ts';
import type { Step } from '../space/step.ts';

/** Iterations that come in turns. */
export interface Cycle {
  readonly length: number;
  /** Iteration k. */
  run(k: number): void | Promise<void>;
}

/** Steps of the iterations of a cycle, made when they are first needed. */
export type CycleSteps = readonly (() => readonly Step[])[];

/** A cycle whose iterations are compiled when they are first run: one of GMRES is as long as it is far from the beginning, and most are never reached. */
export function createCycle(space: Space, steps: CycleSteps): Cycle {
  const ready = new Map<number, { run(): void | Promise<void> }>();
  return {
    length: steps.length,
    run(k) {
      const at = k % steps.length;
      const found = ready.get(at);
      if (found) return found.run();
      return space.compile(steps[at]?.() ?? []).then((made) => {
        ready.set(at, made);
        return made.run();
      });
    },
  };
}
