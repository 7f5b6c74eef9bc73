import type { CooMatrix } from '@spmv/core';
import { createRandom } from '../random/random.ts';
import { assembler } from './assembler.ts';

/** The Laplacian of a random graph of n nodes: singular, its rows sum up to 0. Every node is tied to an earlier one, so that it hangs together, and to two at random. */
export function graphLaplacian(n: number): CooMatrix {
  const { add, done } = assembler(n);
  const random = createRandom(7);
  const edge = (i: number, j: number): void => {
    if (i === j) return;
    const w = 1 + random.integer(4);
    add(i, i, w);
    add(j, j, w);
    add(i, j, -w);
    add(j, i, -w);
  };
  for (let i = 1; i < n; i++) {
    edge(i, Math.max(0, i - 1 - random.integer(8)));
    edge(i, random.integer(i));
  }
  return done();
}
