import { createRegistry, openBackend } from '@spmv/core';
import type { Kernel } from '@spmv/core';
import { plugin as serialPlugin, serial } from '@spmv/backend-serial';
import { plugin as sell } from '@spmv/format-sell';
import { plugin as packed } from '@spmv/format-packed';
import { plugin as formats } from '@spmv/formats';
import { fused, plugin as fusedPlugin } from '@spmv/fused';
import { plugin as spmmPlugin, spmm } from '@spmv/spmm';
import { afterAll, expect, it } from 'vitest';
import { FULL } from '../full-lane.ts';
import { kernelsToWatch, watchStored } from '../device/watch-stored.ts';

const registry = createRegistry([formats, sell, packed, serialPlugin, fusedPlugin, spmmPlugin]);
const backend = await openBackend(serial);
afterAll(() => backend.dispose());
const onJavaScript = { ...serial, targets: ['js'] } as const;

it.each(FULL ? [fused, spmm] : [fused])(
  'two products of every kernel of $id are watched and judged, here in JavaScript',
  async (operation) => {
    const kernels = kernelsToWatch(registry, operation, onJavaScript);
    expect(kernels.length).toBeGreaterThan(2);
    const watched = await watchStored(registry, backend, operation, kernels);
    expect([...watched.kernels].toSorted()).toEqual(kernels.map(({ id }) => id).toSorted());
    expect(watched.products).toBeGreaterThanOrEqual(8 * kernels.length);
    expect(watched.errorRatio).toBeGreaterThan(0);
    expect(watched.errorRatio).toBeLessThanOrEqual(1);
  },
);

it('a kernel that is wrong has an error above its bound', async () => {
  const [kernel] = kernelsToWatch(registry, fused, onJavaScript);
  if (!kernel) throw new Error('there is no kernel');
  // The sums of blocks are never added up.
  const wrong: Kernel = {
    ...kernel,
    program: (context, params) => {
      const program = kernel.program(context, params) as Extract<
        ReturnType<Kernel<'js'>['program']>,
        { passes: unknown }
      >;
      return { ...program, passes: program.passes.slice(0, 1) };
    },
  };
  const watching = watchStored(registry, backend, fused, [wrong]);
  await expect(watching.then(({ errorRatio }) => errorRatio)).resolves.toBeGreaterThan(1);
});
