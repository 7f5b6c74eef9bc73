import type { Precision } from '@spmv/core';
import { roundTo } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import { cpuPrecisions } from '../../src/runtime/capabilities.ts';
import { asInHeap } from '../../src/runtime/heap-element.ts';
import { changeNumbers, createHeapVector, scaleVector } from '../../src/runtime/heap-vector.ts';
import { createSharedHeap } from '../../src/runtime/shared-heap.ts';

const VALUES = [1, -1 / 3, 65_519, 2 ** -24, 0, 1e9];

describe.each(['f16', 'bf16'] as const)('a vector in %s', (precision: Precision) => {
  it('takes two bytes an element, which are read back as f32', async () => {
    const heap = createSharedHeap();
    const vector = createHeapVector(heap, VALUES.length, precision);
    expect(vector.stored).toBeInstanceOf(Uint16Array);
    expect(vector.elements).toBeUndefined();
    await vector.write(Float32Array.from(VALUES));
    const found = new Float32Array(VALUES.length);
    await vector.read(found);
    expect([...found]).toEqual(VALUES.map((value) => roundTo(precision, value)));
  });

  it('is scaled as numbers, without being read where it is multiplied by 0; gaps stay', async () => {
    const heap = createSharedHeap();
    const gaps = { period: 4, line: 2, used: 1, extent: 4 };
    const vector = createHeapVector(heap, 4, precision, gaps);
    await vector.write(Float32Array.of(1, 2, 3, 4));
    scaleVector(vector, -0.5);
    const found = new Float32Array(4);
    await vector.read(found);
    expect([...found]).toEqual([-0.5, 2, -1.5, 4]);
    await vector.write(Float32Array.of(Number.NaN, 1, 1, 1));
    scaleVector(vector, 0);
    await vector.read(found);
    expect([...found]).toEqual([0, 1, 0, 1]);
  });

  it('changes a number as the host has it', async () => {
    const heap = createSharedHeap();
    const vector = createHeapVector(heap, 2, precision);
    changeNumbers(vector, (numbers) => numbers.set([3, 7]));
    const found = new Float32Array(2);
    await vector.read(found);
    expect([...found]).toEqual([3, 7]);
  });

  it('comes with values of 16 bits; positions stay what they are', () => {
    expect(asInHeap(Float32Array.of(1), precision)).toBeInstanceOf(Uint16Array);
    const columns = Int32Array.of(1);
    expect(asInHeap(columns, precision)).toBe(columns);
  });
});

describe('vectors in f64 and f32', () => {
  it('lie in the heap as the host has them, and are changed in place', () => {
    const vector = createHeapVector(createSharedHeap(), 3, 'f32');
    vector.elements?.set([1, 2, 3]);
    scaleVector(vector, 2);
    expect([...(vector.elements ?? [])]).toEqual([2, 4, 6]);
    const values = Float32Array.of(1);
    expect(asInHeap(values, 'f32')).toBe(values);
  });
});

describe('vectors of complex numbers', () => {
  it('lie in the heap as pairs, are multiplied by a factor, and keep their gaps', () => {
    const heap = createSharedHeap();
    const vector = createHeapVector(heap, 3, 'c64', { period: 3, line: 2, used: 1, extent: 3 });
    vector.elements?.set([1, 2, 7, 7, -0, Infinity]);
    scaleVector(vector, 2, 0);
    expect([...(vector.elements ?? [])]).toEqual([2, 4, 7, 7, -0, Infinity]);
    scaleVector(vector, 0, 1);
    expect([...(vector.elements ?? [])]).toEqual([-4, 2, 7, 7, -Infinity, Number.NaN]);
    scaleVector(vector, 0, 0);
    expect([...(vector.elements ?? [])]).toEqual([0, 0, 7, 7, 0, 0]);
  });
});

describe('precisions of a CPU backend', () => {
  it('have 16 bits where it loads compiled code', () => {
    expect(cpuPrecisions([])).toEqual(['f64', 'f32', 'c128', 'c64']);
    expect(cpuPrecisions(['node-api'])).toEqual(['f64', 'f32', 'f16', 'bf16', 'c128', 'c64']);
  });
});
