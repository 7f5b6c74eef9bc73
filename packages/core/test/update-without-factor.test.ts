import { describe, expect, it } from 'vitest';
import { createWorkload, openBackend, product, unreadOperands } from '../src/index.ts';
import { kernelOf, operationOf, recordingDevice } from './fake-device.ts';

describe('an operand that is updated without a factor', () => {
  it('is always read, and left alone by a trivial product', async () => {
    const update = operationOf(
      [
        { role: 'scalar', name: 'a' },
        { role: 'vector', name: 'y', length: 'n', access: 'update' },
      ],
      { sizes: { n: { default: 2, doc: 'Elements of y.' } }, trivial: { sizes: [], scalars: ['a'] } },
    );
    expect(unreadOperands(createWorkload(update, undefined), { a: 0 })).toEqual(new Set());
    const { descriptor, products, scaled } = recordingDevice();
    const backend = await openBackend(descriptor);
    const operator = await backend.prepare({ operation: update, kernel: kernelOf(update) });
    const y = backend.vector([5, 6]);
    operator.apply(0, y);
    (await backend.sequence([product(operator, 0, y)])).run();
    expect([products.length, scaled.length, ...(await y.read())]).toEqual([0, 0, 5, 6]);
    operator.apply(1, y);
    expect(products.length).toBe(1);
  });
});
