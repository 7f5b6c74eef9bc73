/** A matrix that nobody can reach any more, and that was not disposed of: its backends stay open. Stacks are in the engine's form. */
export interface Leak {
  /** `a matrix of 3 × 3 with 7 entries`. */
  readonly what: string;
  /** Where `openMatrix` was called for it, or for the one that it was made of. */
  readonly openedAt: string;
  /** Where it was made of another one. */
  readonly madeAt?: string;
}

/** Who is told of leaks. */
export type OnLeak = (leak: Leak) => void;

/** Watches what is owned until the function that it gives is called: it was disposed of. */
export type Watch = (owned: object, what: string, madeAt: string | undefined) => () => void;

/** Where this is called, without a heading. */
export function stackHere(): string {
  return (new Error('here').stack ?? '').replace(/^Error: here\n/u, '');
}

/** Options whose `onLeak` is told where this was called, which who opens later does not see. What is no function is left for them to refuse. */
export function withStack<T extends { readonly onLeak?: OnLeak }>(options: T | undefined): T | undefined {
  const tell = options?.onLeak;
  if (typeof tell !== 'function') return options;
  const openedAt = stackHere();
  return { ...(options as T), onLeak: (leak: Leak) => tell({ ...leak, openedAt }) };
}

/** Tells of what is collected while it is watched. Whoever calls this keeps what it gives: a registry that is collected itself tells nothing. */
export function createLeaks(): (onLeak: OnLeak) => Watch {
  const registry = new FinalizationRegistry<() => void>((tell) => tell());
  return (onLeak) => (owned, what, madeAt) => {
    const token = {};
    const leak = { what, openedAt: '', ...(madeAt === undefined ? {} : { madeAt }) };
    registry.register(owned, () => onLeak(leak), token);
    return () => void registry.unregister(token);
  };
}
