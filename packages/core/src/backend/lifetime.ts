import { SpmvError } from '../errors/spmv-error.ts';

/** Something that ends with its parent, after all work that was going on in it. */
export interface Lifetime {
  /** Throws `LIFETIME.DISPOSED` when ended. */
  assertAlive(): void;
  /** Does `work`; `end` waits for it. Errors: `LIFETIME.DISPOSED`, and what `work` throws. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** A child that owns `made`, and releases it at the latest when this one ends. */
  own<T>(what: string, made: T, release: (made: T) => void | Promise<void>): Lifetime;
  /** The same for what `make` gives. What arrives only after the end is released at once. Errors: `LIFETIME.DISPOSED`, and what `make` throws. */
  create<T>(
    what: string,
    make: () => Promise<T>,
    release: (made: T) => void | Promise<void>,
  ): Promise<{ readonly made: T; readonly lifetime: Lifetime }>;
  /**
   * Waits for all work that is going on, then ends the children, newest first, then this one; later calls return the first one's promise.
   * Errors: `LIFETIME.DISPOSAL_FAILED` with all causes, after everything else was ended.
   */
  end(): Promise<void>;
}

function disposed(what: string, cause?: unknown): SpmvError {
  return new SpmvError('LIFETIME.DISPOSED', `This ${what} was disposed of.`, {
    fix: 'Use it before you dispose of it or of the backend that it belongs to.',
    details: { what },
    cause,
  });
}

function disposalFailed(what: string, causes: readonly unknown[]): SpmvError {
  const words = causes.map((cause) => (cause instanceof Error ? cause.message : String(cause))).join('; ');
  return new SpmvError('LIFETIME.DISPOSAL_FAILED', `Disposing of this ${what} failed: ${words}`, {
    fix: 'Everything else was disposed of, and nothing is left to do. Report this to the authors of the backend.',
    details: { what, failures: causes.length },
    cause: causes.length === 1 ? causes[0] : new AggregateError(causes, words),
  });
}

/** A lifetime called `what` in messages. */
export function createLifetime(
  what: string,
  onEnd: () => void | Promise<void>,
  onEnded: () => void = () => {},
): Lifetime {
  const children = new Set<Lifetime>();
  const going = new Set<Promise<unknown>>();
  const failures: unknown[] = [];
  let ending: Promise<void> | undefined;
  const attempt = async (end: () => void | Promise<void>): Promise<void> => {
    try {
      await end();
    } catch (cause) {
      failures.push(cause);
    }
  };
  const lifetime: Lifetime = {
    assertAlive() {
      if (ending !== undefined) throw disposed(what);
    },
    async during(work) {
      lifetime.assertAlive();
      const doing = work();
      going.add(doing);
      try {
        return await doing;
      } finally {
        going.delete(doing);
      }
    },
    own(name, made, release) {
      const child: Lifetime = createLifetime(
        name,
        () => release(made),
        () => children.delete(child),
      );
      children.add(child);
      return child;
    },
    create: (name, make, release) =>
      lifetime.during(async () => {
        const made = await make().catch((cause: unknown) => {
          throw ending === undefined ? cause : disposed(what, cause);
        });
        if (ending !== undefined) {
          await attempt(() => release(made));
          throw disposed(what);
        }
        return { made, lifetime: lifetime.own(name, made, release) };
      }),
    end() {
      ending ??= (async () => {
        await Promise.allSettled(going);
        for (const child of [...children].reverse()) await attempt(() => child.end());
        await attempt(onEnd);
        onEnded();
        if (failures.length > 0) throw disposalFailed(what, failures);
      })();
      return ending;
    },
  };
  return lifetime;
}
