import { plugin as serialPlugin, serial } from '@spmv/backend-serial';
import type { Backend, Vector } from '@spmv/core';
import { createRegistry, openBackend } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { randomVector, stencil5 } from '@spmv/testkit';
import { plugin as vectors } from '@spmv/vectors';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deviceSystem, solve } from '../../src/index.ts';
import { createDeviceSpace } from '../../src/space/device-space.ts';
import { createDeviceTools } from '../../src/space/device-tools.ts';
import type { Cell } from '../../src/space/step.ts';
import { scalar } from '../../src/space/steps.ts';

const poisson = stencil5({ n: 12 });
const b = randomVector(144, { seed: 8 });
const withGather = createRegistry([serialPlugin, formats, vectors]);
const without = createRegistry([
  serialPlugin,
  formats,
  { ...vectors, kernels: (vectors.kernels ?? []).filter(({ operation }) => operation !== 'gather') },
]);

let processor: Backend;
/** The processor as a device that is waited for: reads of its vectors are counted by their lengths. */
let device: Backend;
const reads: number[] = [];
beforeAll(async () => {
  processor = await openBackend(serial);
  const counted = (vector: Vector): Vector => {
    const read = vector.read.bind(vector);
    return Object.assign(vector, {
      read: (target?: Parameters<Vector['read']>[0]) => {
        reads.push(vector.length);
        return read(target);
      },
    });
  };
  device = {
    ...processor,
    device: { ...processor.device, kind: 'software' },
    vector: (...given: Parameters<Backend['vector']>) => counted(processor.vector(...given)),
  } as Backend;
});
afterAll(() => processor.dispose());

it.each(['gmres', 'cg', 'minres'] as const)('%s reads all its numbers of a check at once', async (method) => {
  const solved = async (registry: typeof withGather) => {
    reads.length = 0;
    const system = await deviceSystem({ backend: device, registry, coo: poisson });
    // With jacobi conjugate gradients look at three numbers, without at two.
    const found = await solve(system, b, { method, M: method === 'cg' ? 'jacobi' : 'none', rtol: 1e-10 });
    await system.dispose();
    return { found, numbers: reads.filter((length) => length === 1).length, all: reads.length };
  };
  const each = await solved(without);
  const together = await solved(withGather);
  expect(together.found.x).toEqual(each.found.x);
  expect(together.found.history).toEqual(each.found.history);
  // A residual that is computed anew is one number.
  expect(together.numbers).toBeLessThan(4);
  expect(each.all / together.all).toBeGreaterThan(method === 'gmres' ? 10 : 2);
});

it('reads numbers as they are when it is asked, in their order, and those that nothing was computed of', async () => {
  const tools = await createDeviceTools({ backend: device, registry: withGather });
  const space = createDeviceSpace(tools);
  const cells = Array.from({ length: 70 }, (_, k) => space.scalar(k));
  const doubled = cells.map(() => space.scalar());
  const [two, unused] = [space.scalar(2), space.scalar(-1)];
  const run = await space.compile([
    ...cells.map((cell, k) => scalar('product', doubled[k] as Cell, [cell, two])),
    ...cells.map((cell, k) => scalar('copy', cell, [doubled[k] as Cell])),
  ]);
  await run.run();
  const asked = space.numbers([two, unused, ...cells]);
  await run.run();
  expect(await asked).toEqual([2, -1, ...cells.map((_, k) => 2 * k)]);
  expect(await space.numbers(cells)).toEqual(cells.map((_, k) => 4 * k));
  await space.dispose();
  await tools.dispose();
});
