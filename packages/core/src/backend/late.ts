import type { Lifetime } from './lifetime.ts';

/** What a device says of vectors only after they were handed out, for one opened backend. */
export interface Late {
  /** The lifetime of a vector that is still being made or filled: once that has failed, what needs the vector alive throws why. */
  follow(own: Lifetime, filling: Promise<unknown>): Lifetime;
  /**
   * Waits for all of them. Errors: what failed of one that was not disposed of, and for good where it was an operand before that was known: what was
   * computed then is worth nothing.
   */
  settled(): Promise<void>;
}

/** Nothing is awaited yet. */
export function createLate(): Late {
  const going = new Set<Promise<void>>();
  const failed = new Map<Lifetime, unknown>();
  return {
    follow(own, filling) {
      let isUsed = false;
      const known = own.during(async () => {
        try {
          await filling;
        } catch (cause) {
          failed.set(own, cause);
        }
      });
      going.add(known);
      void known.then(() => going.delete(known));
      return {
        ...own,
        assertAlive() {
          own.assertAlive();
          if (failed.size > 0 && failed.has(own)) throw failed.get(own);
          isUsed = true;
        },
        async end() {
          try {
            await own.end();
          } finally {
            if (!isUsed) failed.delete(own);
          }
        },
      };
    },
    async settled() {
      if (going.size > 0) await Promise.all(going);
      for (const cause of failed.values()) throw cause;
    },
  };
}
