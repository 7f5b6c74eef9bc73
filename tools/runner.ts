// What the conformance kit's cases are registered with, in every package: vitest, and how much of each case is run.
import type { BackendDescriptor } from '@spmv/core';
import type { ConformanceCase, TestRunner } from '@spmv/testkit';
import { describe, it } from 'vitest';
import { FULL } from './full-lane.ts';

export { FULL };

export const runner: TestRunner = { describe, it, skip: it.skip, coverage: FULL ? 'all' : 'pairs' };

/** What the quick lane tries of kernels in WGSL that packages besides the backend's own bring. */
const FEW = /\/(?:declaration|program|ordinary|accumulator|(?:product|operation)\/(?:wide|power-law|one-full-row))$/u;

/**
 * The cases without those that would only repeat that a backend is unavailable: of these one for each kernel is left to say it. In the quick lane few of
 * WebGPU's.
 */
export async function triable(
  backends: readonly BackendDescriptor[],
  cases: readonly ConformanceCase[],
): Promise<readonly ConformanceCase[]> {
  const probed = await Promise.all(backends.map(async (backend) => ({ ...(await backend.probe()), id: backend.id })));
  const missing = new Set(probed.filter(({ available }) => !available).map(({ id }) => id));
  const said = new Set<string>();
  return cases.filter(({ id, backend }) => {
    if (!FULL && backend === 'webgpu' && !FEW.test(id)) return false;
    if (backend === undefined || !missing.has(backend)) return true;
    const kernel = id.split('@')[0] as string;
    return !said.has(kernel) && said.add(kernel);
  });
}
