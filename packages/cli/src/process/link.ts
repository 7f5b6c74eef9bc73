import type { Keeper } from '@spmv/engine/keeper';
import type { Faults } from './faults.ts';
import type { Outputs } from './outputs.ts';
import type { Exclusion, WorkerReport, RiskyStep } from './messages.ts';

/** What a process that works has of the one that waits. */
export interface Link {
  /** Aborted when the work is to stop: finish the sample, keep what there is. */
  readonly signal: AbortSignal;
  /** Plugins not to be touched. */
  readonly excluded: readonly Exclusion[];
  readonly keeper: Keeper;
  /** See {@link Outputs}. */
  readonly outlive: Outputs['outlive'];
  /** Says something and goes on. */
  send(report: WorkerReport): void;
  /** Runs `work` while the other process knows that this one may not come back from it. Throws what nothing else handles meanwhile, too. */
  guard<T>(step: RiskyStep, work: () => Promise<T>): Promise<T>;
}

/** The link of a process that was started to work. */
export function createLink({ faults, ...parts }: Omit<Link, 'guard'> & { readonly faults: Faults }): Link {
  const sent = (report: WorkerReport): Promise<void> =>
    new Promise((resolve) => {
      if (!process.connected) resolve();
      else process.send?.(report, () => resolve());
    });
  return {
    ...parts,
    async guard(step, work) {
      // It has to be out before the first line of foreign code runs.
      await sent({ kind: 'step', step });
      try {
        return await faults.during(step.plugin, work);
      } finally {
        parts.send({ kind: 'step', step: null });
      }
    },
  };
}
