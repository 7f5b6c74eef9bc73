import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import { webgpu } from '@spmv/backend-webgpu';
import type { Kernel, StoredMatrix } from '@spmv/core';
import { buildMatrix, checkStored, entriesOfStored } from '@spmv/core';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { needs } from '../../../tools/needs.ts';
import { plugin, symmetric, wasmSymmetric } from '../src/index.ts';
import { errorRatio, KINDS, matrixOf } from './complex-triangle.ts';

const kernelsOf = (target: string): readonly Kernel[] =>
  (plugin.kernels ?? []).filter((kernel) => kernel.target === target);

describe.each(KINDS.map((name, skew) => [name, skew] as const))('a %s matrix of complex numbers', (_name, skew) => {
  const coo = matrixOf(skew);

  it('is stored as its triangle, and given back', () => {
    const stored = buildMatrix(symmetric, coo);
    expect(stored.scalars['skew']).toBe(skew);
    expect(2 * stored.scalars['stored'] - (skew === 1 ? 0 : coo.shape.rows)).toBe(coo.colIndex.length);
    expect(checkStored(symmetric as never, structuredClone(stored) as StoredMatrix)).toEqual([]);
    expect(entriesOfStored(symmetric as never, stored).values).toEqual(coo.values);
  });

  it.each(['c128', 'c64'] as const)('is multiplied as the whole one is, in %s', async (precision) => {
    for (const kernel of [...kernelsOf('js'), wasmSymmetric({ checked: true })] as readonly Kernel[]) {
      expect(await errorRatio(serial, kernel, coo, precision), kernel.id).toBeLessThanOrEqual(1);
      expect(await errorRatio(threads, kernel, coo, precision, { threads: 3 }), kernel.id).toBeLessThanOrEqual(1);
    }
  });

  it('is so by WGSL', needs('vulkan'), async () => {
    for (const kernel of kernelsOf('wgsl'))
      expect(await errorRatio(webgpu, kernel, coo, 'c64'), kernel.id).toBeLessThanOrEqual(1);
  });
});

it('refuses what is of no kind, and says with which entries', () => {
  const off = matrixOf(2, 5);
  const values = off.values.slice();
  values[1] = 0.5;
  expect(() => buildMatrix(symmetric, { ...off, values })).toThrow(
    /nor Hermitian: entry \(0, 0\) of the diagonal is 0 \+ 0\.5i/u,
  );
  const stored = buildMatrix(symmetric, matrixOf(2, 5));
  const real = { ...stored, scalars: { ...stored.scalars, skew: 4 } };
  expect(checkStored(symmetric as never, real as StoredMatrix)).toEqual([
    { invariant: 'skew', message: 'skew is 4, none of 0, 1, 2, 3' },
  ]);
});

// A multiprocessor has 65536 registers, and a thread of c128 would take 72.
it.each(['symmetric', 'symmetric-complex'])(
  'the tiles of %s leave registers for the 1024 threads that a block may have',
  needs('nvcc'),
  (stem) => {
    const text = readFileSync(new URL(`../dist/kernels/${stem}.ptx`, import.meta.url), 'utf8');
    const entries = [...text.matchAll(/\.entry symmetric_tiles_\w+\([^)]*\)\s*(\.maxntid \d+)?/gu)];
    expect(entries.map(([, bound]) => bound)).toEqual(['.maxntid 1024', '.maxntid 1024']);
  },
);
