import type { CooMatrix } from '@spmv/core';

/** The order of what is asked of a matrix: what changes it runs alone, after all that was asked for before, and before all that is asked for later. */
export interface Turns {
  /** Whether a change is under way or waits. */
  readonly isChanging: boolean;
  /** The entries that the last change asked for brings, while it is under way or waits: what is asked now is asked of them. */
  readonly coming: CooMatrix | undefined;
  /** Beside others that only read. */
  read<T>(work: () => Promise<T>): Promise<T>;
  change(work: () => Promise<void>, brings?: CooMatrix): Promise<void>;
}

export function createTurns(): Turns {
  let changed: Promise<unknown> = Promise.resolve();
  let changes = 0;
  let coming: CooMatrix | undefined;
  const reading = new Set<Promise<unknown>>();
  return {
    get isChanging() {
      return changes > 0;
    },
    get coming() {
      return coming;
    },
    read(work) {
      const task = changes > 0 ? changed.then(work) : work();
      const settled: Promise<unknown> = task.catch(() => {}).then(() => reading.delete(settled));
      reading.add(settled);
      return task;
    },
    change(work, brings = coming) {
      changes++;
      coming = brings;
      const task = Promise.all([changed, ...reading]).then(work);
      const over = (): void => {
        changes--;
        if (changes === 0) coming = undefined;
      };
      changed = task.then(over, over);
      return task;
    },
  };
}
