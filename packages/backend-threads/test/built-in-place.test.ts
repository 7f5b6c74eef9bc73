import type { Kernel } from '@spmv/core';
import { buildMatrix, cooFromEntries, createRegistry, openBackend, spmv } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { createHeapRoom, createSharedHeap, placeArrays } from '@spmv/kernels-cpu/runtime';
import { expect, it } from 'vitest';
import { plugin } from '../src/index.ts';

const registry = createRegistry([formats, plugin]);
const coo = cooFromEntries({ rows: 2, cols: 2 }, { rowIndex: [0, 1, 1], colIndex: [0, 0, 1], values: [1, 2, 3] });
const format = registry.format('ellpack');
const request = {
  signature: { matrix: 'A', buffers: [], scalars: [], places: [] },
  auxiliary: {},
  program: { passes: [] },
  precision: { precision: 'f64', accumulator: 'f64' } as const,
};

it('a matrix that was built in room of the heap is not copied, stays while an operator uses it, and goes with the last', () => {
  const heap = createSharedHeap();
  const before = heap.bytesInUse;
  const room = createHeapRoom(heap, { target: 'wasm', ownBytes: 2 ** 30 });
  const matrix = buildMatrix(format, coo, { room });
  const built = heap.bytesInUse;
  expect(built).toBeGreaterThan(before);
  const first = placeArrays(heap, { matrix, ...request }, 1);
  const second = placeArrays(heap, { matrix, ...request }, 1);
  expect(heap.bytesInUse).toBe(built);
  expect(second.addresses.matrix).toEqual(first.addresses.matrix);
  room.release();
  first.free();
  expect(heap.bytesInUse).toBe(built);
  second.free();
  expect(heap.bytesInUse).toBe(before);
  // What lies there now is somebody else's.
  expect(() => placeArrays(heap, { matrix, ...request }, 1)).toThrow(
    expect.objectContaining({ code: 'LIFETIME.DISPOSED' }) as Error,
  );
});

it('what is too large for the heap is built outside, and copied to where its kernel reads it', () => {
  const heap = createSharedHeap();
  const room = createHeapRoom(heap, { target: 'native', ownBytes: 1 });
  const before = heap.bytesInUse;
  expect(room.allocate('values', 'f64', 4)).toEqual(new Float64Array(4));
  expect(heap.bytesInUse).toBe(before);
});

it('products of it are right on every thread', async () => {
  await using backend = await openBackend(registry, 'threads');
  const room = backend.room('wasm');
  const matrix = buildMatrix(format, coo, { room });
  const [kernel] = registry.kernels({ format: 'ellpack', targets: ['wasm'], operation: 'spmv' });
  await using operator = await backend.prepare({
    operation: spmv,
    matrix,
    kernel: kernel as Kernel,
    params: { threads: 2 },
  });
  room?.release();
  const [x, y] = [backend.vector([1, 10]), backend.vector(2)];
  operator.apply(x, y);
  expect([...(await y.read())]).toEqual([1, 32]);
});
