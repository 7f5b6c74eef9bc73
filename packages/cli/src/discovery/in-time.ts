import type { SpmvError } from '@spmv/core';

/** How long a plugin may take to load, or to say whether it can run here: far more than any that works needs. */
export const PATIENCE_MS = 10_000;

/**
 * What `work` gives, unless it takes longer than `patienceMs`. Then `late` is thrown and what `work` still does is ignored: nothing can stop
 * it. A loop that never returns to the event loop cannot be left.
 */
export async function inTime<T>(work: Promise<T>, late: (seconds: string) => SpmvError, patienceMs: number = PATIENCE_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late(`${patienceMs / 1000} s`)), patienceMs);
  });
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
