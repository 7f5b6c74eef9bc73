import type { Operation, Sharing } from '@spmv/core';

/** The size that all vectors have. */
export const SIZES: Operation['sizes'] = { n: { default: 1000, doc: 'Elements of every vector.' } };

/** Elements are independent of each other, and sums are sums. */
export const SHARING: Sharing = { kind: 'elements', size: 'n' };

/** Where vectors of lanes, blocks of CPUs and GPUs and their teams end, and one past. */
export const TRIALS: NonNullable<Operation['trials']> = [1, 2, 5, 129, 1024, 1025, 9001, 20_003].map((n) => ({ n }));
