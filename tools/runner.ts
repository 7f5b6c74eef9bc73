// What the conformance kit's cases are registered with, in every package: vitest, and how much of each case is run.
import process from 'node:process';
import type { TestRunner } from '@spmv/testkit';
import { describe, it } from 'vitest';

/** Whether every case runs in full: `npm run test:full`. Else each takes a sample that meets every pair of values somewhere. */
export const FULL: boolean = process.env['SPMV_TESTS'] === 'full';

export const runner: TestRunner = { describe, it, skip: it.skip, coverage: FULL ? 'all' : 'pairs' };
