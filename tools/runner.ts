// What the conformance kit's cases are registered with, in every package: vitest, and how much of each case is run.
import type { BackendDescriptor } from '@spmv/core';
import type { ConformanceCase, TestRunner } from '@spmv/testkit';
import { describe, it } from 'vitest';
import { FULL } from './full-lane.ts';

export { FULL };

export const runner: TestRunner = { describe, it, skip: it.skip, coverage: FULL ? 'all' : 'pairs' };

/** df64 differs from f32 in its arithmetic alone: the quick lane tries it where digits and rows are lost. */
const OF_DF64 =
  /\/(?:declaration|program|ordinary|accumulator|reproducibility|(?:product|operation)\/(?:wide|power-law|long-row|cancellation|huge-values|subnormals))$/u;

function isSampled(id: string): boolean {
  if (!id.includes('@webgpu/')) return true;
  if (id.includes('/df64')) return OF_DF64.test(id);
  const [kernel = '', matrix] = id.split(/@.*\/(?:product|operation)\//u);
  const sum = (text: string): number =>
    Array.from(text).reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return matrix === undefined || (sum(kernel) + sum(matrix)) % 3 === 0;
}

/**
 * The cases that the quick lane has. A software adapter compiles slowly and emulates every barrier: of WebGPU it has products of f32 on every third
 * matrix, another third for each kernel.
 */
export function sampled(cases: readonly ConformanceCase[]): readonly ConformanceCase[] {
  return FULL ? cases : cases.filter(({ id }) => isSampled(id));
}

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
