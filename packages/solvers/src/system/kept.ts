import type { Space } from '../space/space.ts';

/** What is made of a key, in a space of its own, and outlives the solves that use it. */
export interface SolverCache {
  /** What `make` makes of the key in that space, made once. It stays until `user` is disposed of, and the one that was asked for last beyond that. Vectors that are written later belong into the space of the user. */
  of<T>(key: object, user: Space, make: (space: Space) => Promise<T>): Promise<T>;
  /** Frees all of it. */
  dispose(): Promise<void>;
}

interface One {
  readonly key: object;
  readonly space: Space;
  readonly made: Promise<unknown>;
  users: number;
}

export function createKept(newSpace: () => Space): SolverCache {
  /** The one that was asked for last is the last. */
  let all: One[] = [];
  const free = async (one: One): Promise<void> => {
    all = all.filter((other) => other !== one);
    await one.made.catch(() => {});
    await one.space.dispose();
  };
  const leave = async (one: One): Promise<void> => {
    one.users--;
    if (one.users === 0 && all.includes(one) && all.at(-1) !== one) await free(one);
  };
  return {
    async of<T>(key: object, user: Space, make: (space: Space) => Promise<T>): Promise<T> {
      const found = all.find((one) => one.key === key);
      const one: One = found ?? { key, users: 0, ...madeIn(newSpace(), make) };
      const before = all.at(-1);
      all = [...all.filter((other) => other !== one), one];
      one.users++;
      user.whenDisposed(() => leave(one));
      if (before && before !== one && before.users === 0) await free(before);
      try {
        return (await one.made) as T;
      } catch (error) {
        // The next who asks tries again.
        if (all.includes(one)) await free(one);
        throw error;
      }
    },
    async dispose() {
      for (const one of all) await free(one);
    },
  };
}

function madeIn(space: Space, make: (space: Space) => Promise<unknown>): Pick<One, 'space' | 'made'> {
  return { space, made: make(space) };
}
