import { describe, expect, it } from 'vitest';
import type { BackendDescriptor, DriverStep, Operand } from '../src/index.ts';
import { openBackend, product } from '../src/index.ts';
import { kernelOf, operationOf, recordingDevice } from './fake-device.ts';
import { thrown } from './thrown.ts';

/** x [n], y [n], a, b: y ← … + by. */
const OPERANDS: readonly Operand[] = [
  { role: 'vector', name: 'x', length: 'n', access: 'read' },
  { role: 'vector', name: 'y', length: 'n', access: 'update', factor: 'b' },
  { role: 'scalar', name: 'a', default: 1 },
  { role: 'scalar', name: 'b', default: 0 },
];
const operation = operationOf(OPERANDS, {
  sizes: { n: { default: 2, doc: 'Elements of x.' } },
  trivial: { sizes: ['n'], scalars: ['a'] },
});

async function opened(descriptor?: (recording: BackendDescriptor) => BackendDescriptor) {
  const device = recordingDevice();
  const backend = await openBackend(descriptor?.(device.descriptor) ?? device.descriptor);
  const operator = await backend.prepare({ operation, kernel: kernelOf(operation) });
  const x = backend.vector([1, 1]);
  const y = backend.vector([2, 2]);
  return { ...device, backend, operator, x, y };
}

describe('a sequence', () => {
  it('is started step by step for a driver without, and trivial products ask no kernel', async () => {
    const { backend, operator, products, scaled, x, y } = await opened();
    const sequence = await backend.sequence([
      product(operator, x, y),
      product(operator, y, x, 0, 3),
      product(operator, y, x, 2, 1),
    ]);
    expect(sequence.length).toBe(3);
    expect(products).toEqual([]);
    sequence.run();
    sequence.run();
    const once = [
      { first: [1, 2], scalars: [1, 0] },
      { first: [2, 3], scalars: [2, 1] },
    ];
    expect(products).toEqual([...once, { first: [3, 2], scalars: [1, 0] }, { first: [2, 9], scalars: [2, 1] }]);
    expect(scaled).toEqual([
      [2, 3],
      [2, 3],
    ]);
  });

  it('keeps its own lists of operands', async () => {
    const { backend, operator, products, x, y } = await opened();
    const sequence = await backend.sequence([product(operator, x, y, 5)]);
    operator.apply(y, x, 7, 1);
    products.length = 0;
    sequence.run();
    expect(products).toEqual([{ first: [1, 2], scalars: [5, 0] }]);
  });

  it('is given whole to a driver that takes it, and nothing of it when it is empty', async () => {
    const given: (readonly DriverStep[])[] = [];
    const told: string[] = [];
    const { backend, operator, x, y } = await opened((recording) => ({
      ...recording,
      open: async (options) => ({
        ...(await recording.open(options)),
        sequence: (steps) => {
          given.push(steps);
          return { run: () => told.push('run'), dispose: () => told.push('dispose') };
        },
      }),
    }));
    const sequence = await backend.sequence([product(operator, x, y), product(operator, x, y, 0, 4)]);
    expect(given.map((steps) => steps.map((step) => ('operator' in step ? [...step.scalars] : step.factor)))).toEqual([
      [[1, 0], 4],
    ]);
    sequence.run();
    const empty = await backend.sequence([]);
    empty.run();
    expect(given.length).toBe(1);
    await sequence.dispose();
    await backend.dispose();
    expect(told).toEqual(['run', 'dispose']);
  });

  it('refuses what is not of its backend, operands that do not fit, and to run without what it is made of', async () => {
    const { backend, operator, x, y } = await opened();
    const other = await opened();
    expect(await thrown(() => backend.sequence([product(other.operator, x, y)]))).toBe('OPERAND.FOREIGN');
    expect(await thrown(() => backend.sequence([product(operator, other.x, y)]))).toBe('OPERAND.FOREIGN');
    expect(await thrown(() => backend.sequence([product(operator, x, x)]))).toBe('OPERAND.ALIASED');
    const sequence = await backend.sequence([product(operator, x, y)]);
    await x.dispose();
    expect(await thrown(() => sequence.run())).toBe('LIFETIME.DISPOSED');
    const second = await backend.sequence([]);
    await second.dispose();
    expect(await thrown(() => second.run())).toBe('LIFETIME.DISPOSED');
    await operator.dispose();
    expect(await thrown(() => backend.sequence([product(operator, y, y)]))).toBe('LIFETIME.DISPOSED');
  });
});
