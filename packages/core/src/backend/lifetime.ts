import { SpmvError } from '../errors/spmv-error.ts';

/** Ends children before their parent, once. */
export interface Lifetime {
  /** Throws `LIFETIME.DISPOSED` when ended. */
  assertAlive(): void;
  readonly ended: boolean;
  /** A child whose `end` runs at the latest when this one ends. */
  child(what: string, end: () => void | Promise<void>): Lifetime;
  /** Children first, newest first; later calls return the first one's promise. */
  end(): Promise<void>;
}

/** A lifetime called `what` in messages. */
export function createLifetime(what: string, onEnd: () => void | Promise<void>, forget: () => void = () => {}): Lifetime {
  const children = new Set<Lifetime>();
  let ending: Promise<void> | undefined;
  const lifetime: Lifetime = {
    get ended() {
      return ending !== undefined;
    },
    assertAlive() {
      if (ending === undefined) return;
      throw new SpmvError('LIFETIME.DISPOSED', `This ${what} was disposed of.`, {
        fix: 'Use it before it, or the backend it belongs to, is disposed of.',
        details: { what },
      });
    },
    child(name, end) {
      const child: Lifetime = createLifetime(name, end, () => children.delete(child));
      children.add(child);
      return child;
    },
    end() {
      ending ??= (async () => {
        for (const child of [...children].reverse()) await child.end();
        forget();
        await onEnd();
      })();
      return ending;
    },
  };
  return lifetime;
}
