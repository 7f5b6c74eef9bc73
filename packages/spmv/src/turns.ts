/** The order of what is asked of a matrix: what changes it runs alone, after all that was asked for before, and before all that is asked for later. */
export interface Turns {
  /** Whether a change is under way or waits. */
  readonly isChanging: boolean;
  /** Beside others that only read. */
  read<T>(work: () => Promise<T>): Promise<T>;
  change(work: () => Promise<void>): Promise<void>;
}

export function createTurns(): Turns {
  let changed: Promise<unknown> = Promise.resolve();
  let changes = 0;
  const reading = new Set<Promise<unknown>>();
  return {
    get isChanging() {
      return changes > 0;
    },
    read(work) {
      const task = changes > 0 ? changed.then(work) : work();
      const settled: Promise<unknown> = task.catch(() => {}).then(() => reading.delete(settled));
      reading.add(settled);
      return task;
    },
    change(work) {
      changes++;
      const task = Promise.all([changed, ...reading]).then(work);
      const over = (): void => void changes--;
      changed = task.then(over, over);
      return task;
    },
  };
}
