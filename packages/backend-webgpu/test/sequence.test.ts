import { webgpu } from '@spmv/backend-webgpu';
import { buildMatrix, cooFromEntries, openBackend, product, spmv } from '@spmv/core';
import { csr } from '@spmv/formats';
import { describe, expect, it } from 'vitest';
import { wgslKernels } from '../src/index.ts';
import type { BatchedProducts } from '../src/run/batch.ts';
import { joined } from '../src/run/sequence.ts';
import { needsBackend } from '../../../tools/needs.ts';

/** A product whose one bind group says its number and place. */
const collected = (number: number, ...scalars: number[]): BatchedProducts => ({
  steps: [{ pipeline: number, groupsX: 1, groupsY: 1 } as never],
  groups: (place) => [`${number} at ${place}` as never],
  scalars: Float64Array.from(scalars),
  products: 1,
});

describe('products of a sequence', () => {
  it('are joined while their scalars are the same bits, with their steps and bind groups in order', () => {
    const parts = joined([
      collected(0, 1, 0),
      collected(1, 1, 0),
      collected(2, 1, -0),
      collected(3, 1),
      collected(4, 1),
    ]);
    expect(parts.map(({ products, scalars }) => [products, ...scalars])).toEqual([
      [2, 1, 0],
      [1, 1, -0],
      [2, 1],
    ]);
    expect(parts[0]?.steps.map(({ pipeline }) => pipeline)).toEqual([0, 1]);
    expect(parts[2]?.groups(7)).toEqual(['3 at 7', '4 at 7']);
    expect(parts[2]?.groups(7)).toBe(parts[2]?.groups(7));
  });

  it('are as many as a submission takes, at most', () => {
    const parts = joined(Array.from({ length: 70 }, (_, p) => collected(p, 1, 0)));
    expect(parts.map(({ products }) => products)).toEqual([32, 32, 6]);
    expect(joined([])).toEqual([]);
  });
});

const probe = await webgpu.probe();

describe('on a device', needsBackend('webgpu', probe), () => {
  it('seventy dependent products with other scalars between are what one after another gives, run twice and between others', async () => {
    const backend = await openBackend(webgpu);
    const coo = cooFromEntries(
      { rows: 3, cols: 3 },
      { rowIndex: [0, 1, 1, 2], colIndex: [1, 0, 2, 1], values: [0.5, 1, 0.125, 2] },
    );
    const kernel = wgslKernels.find(({ id }) => id === 'wgsl/csr');
    if (!kernel) throw new RangeError('no kernel');
    const matrix = buildMatrix(csr, coo, { valueType: 'f32' });
    const operator = await backend.prepare({ operation: spmv, kernel: kernel as never, matrix, precision: 'f32' });
    const steps = Array.from({ length: 70 }, (_, p) => (p % 9 === 4 ? [0.5, 1] : [1, 0]) as [number, number]);
    const results: unknown[] = [];
    for (const together of [false, true]) {
      const x = backend.vector(Float32Array.of(1, 2, 3), 'f32');
      const y = backend.vector(3, 'f32');
      const pair = (p: number): [typeof x, typeof y] => (p % 2 === 0 ? [x, y] : [y, x]);
      const sequence = await backend.sequence(steps.map((scalars, p) => product(operator, ...pair(p), ...scalars)));
      for (let run = 0; run < 2; run++) {
        operator.apply(x, y, 3, 0);
        if (together) sequence.run();
        else for (const [p, scalars] of steps.entries()) operator.apply(...pair(p), ...scalars);
        operator.apply(y, x, 2, 1);
      }
      results.push([await x.read(), await y.read()]);
    }
    expect(results[1]).toEqual(results[0]);
    await backend.dispose();
  });
});
