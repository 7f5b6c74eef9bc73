import type { ValueArray } from '@spmv/core';
import { isSpmvError } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import { createHeapVector, scaleVector } from '../../src/runtime/heap-vector.ts';
import type { PlacedArray } from '../../src/runtime/operator-arrays.ts';
import { placeArrays, viewPlaced } from '../../src/runtime/operator-arrays.ts';
import type { SharedHeap } from '../../src/runtime/shared-heap.ts';
import { createSharedHeap, HEAP_BYTES } from '../../src/runtime/shared-heap.ts';

function fill(heap: SharedHeap, length: number, value: number): number {
  const address = heap.allocate('array', 'f64', length);
  heap.view('f64', address, length).fill(value);
  return address;
}

describe('createSharedHeap', () => {
  it('gives zeroed blocks of their own at multiples of 64', () => {
    const heap = createSharedHeap();
    const addresses = [3, 1, 100].map((length, k) => fill(heap, length, k + 1));
    expect(addresses.map((address) => address % 64)).toEqual([0, 0, 0]);
    expect(addresses.map((address, k) => [...new Set(heap.view('f64', address, [3, 1, 100][k] as number))])).toEqual([
      [1],
      [2],
      [3],
    ]);
  });

  it('uses what was freed again, and clears it', () => {
    const heap = createSharedHeap();
    const first = fill(heap, 500, 7);
    const used = heap.bytesInUse;
    heap.free(first);
    expect(heap.bytesInUse).toBe(0);
    const second = heap.allocate('array', 'f64', 500);
    expect([second, heap.bytesInUse]).toEqual([first, used]);
    expect(heap.view('f64', second, 500).every((value) => value === 0)).toBe(true);
  });

  it('counts a block that is freed twice once', () => {
    const heap = createSharedHeap();
    const [a, b] = [fill(heap, 10, 1), fill(heap, 10, 2)];
    heap.free(a);
    heap.free(a);
    expect(heap.bytesInUse).toBeGreaterThan(0);
    const [c, d] = [fill(heap, 10, 3), fill(heap, 10, 4)];
    expect(new Set([b, c, d]).size).toBe(3);
    expect([...heap.view('f64', b, 10)]).toEqual(Array.from({ length: 10 }, () => 2));
  });

  it('grows without moving what is in it', () => {
    const heap = createSharedHeap();
    const address = heap.copy('array', Int32Array.of(1, 2, 3), 'i32');
    const view = heap.view('i32', address, 3);
    const large = fill(heap, 1_000_000, 5);
    expect(heap.memory.buffer.byteLength).toBeGreaterThan(8_000_000);
    view[1] = 9;
    expect([...heap.view('i32', address, 3)]).toEqual([1, 9, 3]);
    expect(heap.view('f64', large, 1_000_000).every((value) => value === 5)).toBe(true);
  });

  it('refuses what a memory cannot hold, names it, and goes on', () => {
    const heap = createSharedHeap();
    const error: unknown = (() => {
      try {
        return heap.allocate('A.values', 'f64', 2 ** 30);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(isSpmvError(error, 'BACKEND.OUT_OF_MEMORY') && error.message).toContain("'A.values': 8.59 GB");
    expect(heap.bytesInUse).toBe(0);
    expect(heap.view('f64', fill(heap, 4, 1), 4)).toHaveLength(4);
  });
});

describe('createHeapVector', () => {
  it('holds copies, and gives its block back', async () => {
    const heap = createSharedHeap();
    const vector = createHeapVector(heap, 3, 'f32');
    const source = Float32Array.of(1, 2, 3);
    await vector.write(source);
    source.fill(0);
    const target = new Float32Array(3);
    await vector.read(target);
    expect([...target]).toEqual([1, 2, 3]);
    vector.dispose();
    expect(heap.bytesInUse).toBe(0);
  });

  it('is scaled, and not read when beta is 0', () => {
    const vector = createHeapVector(createSharedHeap(), 3, 'f64');
    const elements = vector.elements as ValueArray;
    elements.set([1, Number.NaN, -2]);
    scaleVector(vector, 2);
    expect([...elements]).toEqual([2, Number.NaN, -4]);
    scaleVector(vector, 0);
    expect([...elements]).toEqual([0, 0, 0]);
  });
});

describe('placeArrays', () => {
  const matrix = { arrays: { rowStart: Int32Array.of(0, 1, 2), values: Float64Array.of(5, 6) } } as never;
  const program = { passes: [] };
  const common = {
    signature: { matrix: 'A', buffers: [], scalars: [], places: [] },
    precision: { precision: 'f64', accumulator: 'f64' },
  } as const;

  it('copies matrix and auxiliary arrays, and frees all of them', () => {
    const heap = createSharedHeap();
    const placed = placeArrays(heap, { ...common, matrix, auxiliary: { order: Uint8Array.of(1, 0) }, program }, 1);
    expect(placed.bytes).toBe(12 + 16 + 2);
    const { address, element, length } = placed.matrix['values'] ?? { address: 0, element: 'f64', length: 0 };
    expect([...heap.view(element, address, length)]).toEqual([5, 6]);
    expect(placed.addresses).toEqual({
      matrix: { rowStart: placed.matrix['rowStart']?.address, values: address },
      auxiliary: { order: placed.auxiliary['order']?.address },
      scratch: {},
      memory: {},
    });
    placed.free();
    placed.free();
    expect(heap.bytesInUse).toBe(0);
  });

  it('leaves nothing behind when one of them has no room', () => {
    const heap = createSharedHeap();
    const narrow: SharedHeap = {
      ...heap,
      copy(what, array, element) {
        if (what === 'auxiliary.order') throw new Error('no room');
        return heap.copy(what, array, element);
      },
    };
    expect(() =>
      placeArrays(narrow, { ...common, matrix, auxiliary: { order: Uint8Array.of(1) }, program }, 1),
    ).toThrow('no room');
    expect(heap.bytesInUse).toBe(0);
  });

  it('makes scratch, zeroed, for every worker where each has its own', () => {
    const heap = createSharedHeap();
    const scratch = {
      sums: { element: 'f64', length: 3, perWorker: true },
      one: { element: 'i32', length: 5 },
      none: { element: 'f64', length: 0, perWorker: true },
    } as const;
    // Dirt where scratch is to come.
    const before = heap.copy('dirt', new Float64Array(40).fill(Number.NaN), 'f64');
    heap.free(before);
    const placed = placeArrays(heap, { ...common, matrix, auxiliary: {}, program: { passes: [], scratch } }, 4);
    expect(placed.bytes).toBe(12 + 16 + 8 * 3 * 4 + 4 * 5);
    const contents = Object.values(placed.scratch).map(({ element, address, length }) => [
      ...heap.view(element, address, length),
    ]);
    expect(contents).toEqual([Array.from({ length: 12 }, () => 0), Array.from({ length: 5 }, () => 0), []]);
    expect(Object.keys(placed.addresses.scratch)).toEqual(['sums', 'one', 'none']);
    placed.free();
    expect(heap.bytesInUse).toBe(0);
  });

  it('leaves nothing behind when scratch has no room', () => {
    const heap = createSharedHeap();
    const narrow: SharedHeap = {
      ...heap,
      allocate(what, element, length) {
        if (what === 'scratch.sums') throw new Error('no room');
        return heap.allocate(what, element, length);
      },
    };
    const program = { passes: [], scratch: { sums: { element: 'f64', length: 3 } } } as const;
    expect(() => placeArrays(narrow, { ...common, matrix, auxiliary: {}, program }, 1)).toThrow('no room');
    expect(heap.bytesInUse).toBe(0);
  });

  const ofWasm = { passes: [{ modules: [] }] } as never;

  it('gives large arrays of JavaScript kernels, and of no others, memory of their own that threads share', () => {
    const heap = createSharedHeap();
    const placed = placeArrays(heap, { ...common, matrix, auxiliary: {}, program }, 1, { ownBytes: 16 });
    const { rowStart, values } = placed.matrix;
    expect(rowStart?.own).toBeUndefined();
    expect(values?.own).toBeInstanceOf(SharedArrayBuffer);
    expect(values?.own).not.toBe(heap.memory.buffer);
    expect([...viewPlaced(heap.memory.buffer, values as PlacedArray)]).toEqual([5, 6]);
    expect([...viewPlaced(heap.memory.buffer, rowStart as PlacedArray)]).toEqual([0, 1, 2]);
    expect(placed.bytes).toBe(12 + 16);
    placed.free();
    expect(heap.bytesInUse).toBe(0);
    const inHeap = placeArrays(heap, { ...common, matrix, auxiliary: {}, program: ofWasm }, 1, { ownBytes: 16 });
    expect(inHeap.matrix['values']?.own).toBeUndefined();
  });

  it('keeps half of the heap for vectors: what is larger than that has memory of its own, unless kernels in WebAssembly read it', () => {
    const heap = createSharedHeap(2 ** 17);
    const values = new Float64Array(5000).fill(3);
    const large = { arrays: { some: values, more: values, most: values } } as never;
    const scratch = { sums: { element: 'f64', length: 5000 } } as const;
    const asked: number[] = [];
    const placed = placeArrays(heap, { ...common, matrix: large, auxiliary: {}, program: { passes: [], scratch } }, 1, {
      largePages: (_memory, bytes) => asked.push(bytes),
    });
    const { some, more, most } = placed.matrix;
    expect([some, more, most, placed.scratch['sums']].map((one) => one?.own === undefined)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(asked).toEqual([HEAP_BYTES, 40_000, 40_000]);
    expect(viewPlaced(heap.memory.buffer, most as PlacedArray)).toEqual(values);
    placed.free();
    expect(heap.bytesInUse).toBe(0);
    expect(() =>
      placeArrays(heap, { ...common, matrix: large, auxiliary: { even: values }, program: ofWasm }, 1),
    ).toThrow(
      expect.objectContaining({
        code: 'BACKEND.OUT_OF_MEMORY',
        fix: expect.stringContaining('of at most 131 kB') as string,
      }) as Error,
    );
    expect(heap.bytesInUse).toBe(0);
  });

  it('says which array has no room outside the heap, and leaves nothing behind', () => {
    const heap = createSharedHeap();
    const huge = { byteLength: 2 ** 52, length: 2 ** 49 };
    Object.setPrototypeOf(huge, Float64Array.prototype);
    const endless = { arrays: { rowStart: Int32Array.of(0), values: huge } } as never;
    expect(() => placeArrays(heap, { ...common, matrix: endless, auxiliary: {}, program }, 1)).toThrow(
      expect.objectContaining({
        code: 'BACKEND.OUT_OF_MEMORY',
        message: expect.stringContaining("'matrix.values': 4.50 PB") as string,
      }) as Error,
    );
    expect(heap.bytesInUse).toBe(0);
  });
});
