// Of threads and the memory that they share.
import type { Mutant } from './mutant.ts';

export const threadMutants: readonly Mutant[] = [
  {
    id: 'threads-unpaid-loss',
    file: 'packages/backend-threads/src/pool/backoff.ts',
    find: 'Math.max(debt, Math.min(LONGEST_REST_MS, times * debt))',
    replace: 'Math.min(LONGEST_REST_MS, times * debt)',
    breaks: 'products take at most twice as long as alone, and one wait',
    killers: ['packages/backend-threads/test/backoff.test.ts'],
  },
  {
    id: 'threads-equal-shares',
    file: 'packages/backend-threads/src/pool/caller.ts',
    find: '(computed - begin + others) / share',
    replace: '(computed - begin + others) * team',
    breaks: 'what a product takes alone is told by the share of the work that the caller has done',
    killers: ['packages/backend-threads/test/claim.test.ts'],
  },
  {
    id: 'room-copied',
    file: 'packages/kernels-cpu/src/runtime/operator-arrays.ts',
    find: 'const built = heap.addressOf(array);',
    replace: 'const built: number | undefined = undefined;',
    breaks: 'a matrix that was built in memory of a backend is not copied',
    killers: ['packages/backend-threads/test/built-in-place.test.ts'],
  },
];
