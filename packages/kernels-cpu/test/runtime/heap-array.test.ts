import { createHeapArray, createSharedHeap } from '@spmv/kernels-cpu/runtime';
import { expect, test } from 'vitest';

test('an array is in the heap, or has memory of its own where its kernel may read that', async () => {
  const heap = createSharedHeap();
  const before = heap.bytesInUse;
  for (const [target, isOwn] of [
    ['js', true],
    ['wasm', false],
  ] as const) {
    const array = createHeapArray(heap, 'work.sums', 'f64', 10, { target, ownBytes: 80 });
    expect(array.placed.own !== undefined).toBe(isOwn);
    await array.write(Float64Array.from({ length: 10 }, (_, k) => k));
    const read = new Float64Array(3);
    await array.read(read, 4);
    expect([...read]).toEqual([4, 5, 6]);
    expect(heap.bytesInUse > before).toBe(!isOwn);
    array.dispose();
    expect(heap.bytesInUse).toBe(before);
  }
  expect(createHeapArray(heap, 'work.few', 'i32', 10, { target: 'js', ownBytes: 80 }).placed.own).toBeUndefined();
});
