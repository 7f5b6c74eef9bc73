import { createHash } from 'node:crypto';
import type { Host, Memory } from '../../src/host/host.ts';
import { problemOf } from '../../src/host/problem.ts';

/** So many bytes. */
export function memoryOf(free: number): Memory {
  return {
    free,
    require(what, bytes) {
      if (bytes > free) throw new Error(`${what} need ${bytes} bytes, but only ${free} are free.`);
    },
  };
}

/** A machine that tests run on. */
export const HOST: Host = {
  memory: () => memoryOf(1e9),
  digest(pieces) {
    const hash = createHash('sha256');
    for (const piece of pieces) hash.update(piece);
    return hash.digest('hex').slice(0, 16);
  },
  coldBytes: () => 2 ** 20,
  problemOf: (error) => problemOf(error, 'report it.'),
};
