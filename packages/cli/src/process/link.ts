import type { Keeper } from './keeper.ts';
import { createKeeper } from './keeper.ts';
import type { Exclusion, Report, Step } from './messages.ts';

/** What a process that works has of the one that waits. */
export interface Link {
  /** Aborted when the work is to stop: finish the sample, keep what there is. */
  readonly signal: AbortSignal;
  /** Plugins not to be touched. */
  readonly excluded: readonly Exclusion[];
  readonly keeper: Keeper;
  /** Says something and goes on. */
  tell(report: Report): void;
  /** Runs `work` while the other process knows that this one may not come back from it. */
  guard<T>(step: Step, work: () => Promise<T>): Promise<T>;
}

/** The link of a process that was started to work; without another process it says nothing to nobody. */
export function createLink(signal: AbortSignal, excluded: readonly Exclusion[]): Link {
  const tell = (report: Report): void => void (process.connected && process.send?.(report));
  const told = (report: Report): Promise<void> => new Promise((resolve) => {
    if (!process.connected) resolve();
    else process.send?.(report, () => resolve());
  });
  return {
    signal,
    excluded,
    keeper: createKeeper(tell),
    tell,
    async guard(step, work) {
      // It has to be out before the first line of foreign code runs.
      await told({ kind: 'step', step });
      try {
        return await work();
      } finally {
        tell({ kind: 'step', step: null });
      }
    },
  };
}
