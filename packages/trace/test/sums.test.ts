import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ValueArray } from '@spmv/core';
import { cooFromEntries } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import { planTrace, traceKernel } from '../src/index.ts';
import { NO_PTX, registry, traced } from './traced.ts';
import { unless } from '../../../tools/needs.ts';

/** Pseudo-random numbers of several magnitudes: another order gives another sum. */
function uneven(count: number): Float64Array {
  let state = 12_345;
  return Float64Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 1;
    return ((state / 2 ** 31 - 0.5) / 3) * 10 ** ((state % 5) - 2);
  });
}

/** s = x'z and t = x'x where each block of `blockSize` threads has one element of its own that is not 0: its share of s. */
function sumsOf(left: Float64Array, blockSize: number): Readonly<Record<'s' | 't', number>> {
  const x = new Float64Array(left.length * 4 * blockSize);
  const z = new Float64Array(x.length);
  // All blocks take their first two elements a thread before the next two.
  for (const [b, value] of left.entries()) {
    x[b * 2 * blockSize] = value;
    z[b * 2 * blockSize] = 1;
  }
  const request = {
    operation: registry.operation('dots'),
    kernel: registry.kernel('cuda/dots-dot-norm'),
    params: { blockSize },
    sizes: { n: x.length },
  };
  const ptx = readFileSync(fileURLToPath(planTrace(request).ptxUrl), 'utf8');
  const { results } = traceKernel({ ...request, operands: { x, z }, ptx });
  const numberOf = (name: string): number => (results[name] as ValueArray)[0] as number;
  return { s: numberOf('s'), t: numberOf('t') };
}

/** The sum as 1024 threads add it up: each every 1024th, then lanes and warps by trees. */
function inOrder(left: Float64Array): number {
  const tree = (of: readonly number[]): number => {
    let list = of;
    while (list.length > 1) {
      const half = list.length / 2;
      list = list.slice(0, half).map((value, i) => value + (list[half + i] as number));
    }
    return list[0] as number;
  };
  const threads = Array.from({ length: 1024 }, () => 0);
  for (const [b, value] of left.entries()) threads[b % 1024] = (threads[b % 1024] as number) + value;
  return tree(Array.from({ length: 32 }, (_, warp) => tree(threads.slice(32 * warp, 32 * warp + 32))));
}

describe('sums over blocks', unless(NO_PTX), () => {
  it.each([1, 2, 33, 200, 1023, 1025, 2600])('are added up in one order, of %d blocks of any size', (blocks) => {
    const left = uneven(blocks);
    const expected = { s: inOrder(left), t: inOrder(left.map((value) => value * value)) };
    for (const blockSize of blocks > 1000 ? [32] : [32, 64, 384, 1024])
      expect([blockSize, sumsOf(left, blockSize)]).toEqual([blockSize, expected]);
  });

  it('are another number in another order, so that this would be seen', () => {
    const left = uneven(1025);
    expect(inOrder(left.toReversed())).not.toBe(inOrder(left));
  });

  it('keep infinities and NaN', () => {
    const given = (value: number) => sumsOf(uneven(40).with(7, value), 32);
    expect(given(Number.NaN)).toEqual({ s: Number.NaN, t: Number.NaN });
    expect(given(-Infinity).t).toBe(Infinity);
  });

  it.each(['csr', 'sell', 'packed'])('are 0 over a product with %s that has no rows, or no entries', (format) => {
    for (const rows of [0, 3]) {
      const coo = cooFromEntries({ rows, cols: 2 }, { rowIndex: [], colIndex: [], values: [] });
      const one = traced(registry.kernel(`cuda/fused-${format}-dot-norm`), { coo, scalars: { alpha: 0, beta: 0 } });
      expect([rows, one.trace.results['s']?.[0], one.trace.results['t']?.[0]]).toEqual([rows, 0, 0]);
    }
  });
});
