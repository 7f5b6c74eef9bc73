import { describe, expect, it } from 'vitest';
import { openBackend, product } from '../src/index.ts';
import { kernelOf, operationOf, recordingDevice } from './fake-device.ts';
import { thrown } from './thrown.ts';

describe('an operand without elements', () => {
  const sum = operationOf(
    [
      { role: 'vector', name: 'x', length: 'n', access: 'read' },
      { role: 'vector', name: 'z', length: 'n', access: 'write' },
      { role: 'device-scalar', name: 's', access: 'write' },
    ],
    { sizes: { n: { default: 0, doc: '' } } },
  );

  it('is another vector to the driver, as long as the operator lives, where the product is not trivial', async () => {
    const device = recordingDevice();
    const backend = await openBackend(device.descriptor);
    const operator = await backend.prepare({ operation: sum, kernel: kernelOf(sum) });
    const [x, z, s] = [backend.vector(0), backend.vector(0), backend.vector([4])];
    operator.apply(x, z, s);
    operator.apply(x, z, s);
    await operator.time([x, z, s], { runs: 1 });
    const sequence = await backend.sequence([product(operator, x, z, s)]);
    sequence.run();
    expect(device.products.map(({ first }) => first)).toEqual(Array.from({ length: 4 }, () => [0, 0, 4]));
    // One list for all products, as where every operand has elements.
    expect(device.lists[2]).toBe(device.lists[0]);
    expect(device.live).toBe(2);
    await sequence.dispose();
    await operator.dispose();
    expect(device.live).toBe(1);
    await backend.dispose();
  });

  it('is still checked', async () => {
    const backend = await openBackend(recordingDevice().descriptor);
    const operator = await backend.prepare({ operation: sum, kernel: kernelOf(sum) });
    const [x, s, other] = [backend.vector(0), backend.vector(1), backend.vector(0, 'f32')];
    expect(await thrown(() => operator.apply(x, s, s))).toBe('OPERAND.LENGTH');
    expect(await thrown(() => operator.apply(x, other, s))).toBe('OPERAND.TYPE');
    await backend.dispose();
  });
});
