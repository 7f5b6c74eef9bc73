import type { Backend, Kernel, Precision } from '@spmv/core';
import { webgpu } from '@spmv/backend-webgpu';
import { openBackend } from '@spmv/core';
import { createSession, kernelCases, register } from '@spmv/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plugin, wgslKernels } from '../src/index.ts';
import { listOf } from '../src/kernels/variants.ts';
import { productOf } from './problems.ts';
import { complexCases, distance, positiveNumbers, safetyCases, unseenCases } from './unseen.ts';
import { needsBackend } from '../../../tools/needs.ts';
import { runner, triable } from '../../../tools/runner.ts';

// A software adapter compiles slowly: few points here, all of them on a device (tools/device).
const params = { blockSize: [64] };
const session = createSession(webgpu);

function casesOf(kernel: Kernel, precisions: readonly Precision[]) {
  const operation = plugin.operations?.find(({ id }) => id === kernel.operation);
  if (!operation) throw new RangeError(`no operation ${kernel.operation}`);
  return kernelCases({ kernel, operation, backend: webgpu, session, params, precisions });
}

/** dot-norm has what dot and norm have, what is scaled what is plain. */
const widest = listOf(wgslKernels).filter(
  ({ id, operation }) => operation === 'scalar' || !/linear-(?:dot|norm)$|dots-(?:dot|norm)$|(?:none|plain)$/u.test(id),
);

register(
  await triable(
    [webgpu],
    [
      ...listOf(wgslKernels).flatMap((kernel) => casesOf(kernel, ['f32'])),
      ...widest.flatMap((kernel) => casesOf(kernel, ['df64', 'c64'])),
    ],
  ),
  runner,
);

const probe = await webgpu.probe();
describe('what is not to be seen or divided by', needsBackend('webgpu', probe), () => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await openBackend(webgpu);
  });
  afterAll(() => backend.dispose());

  for (const precision of ['f32', 'df64', 'c64'] as const) {
    // What is plain has the words of what is scaled.
    const unseen = unseenCases([wgslKernels]).filter(([id]) => precision === 'f32' || !/-(?:none|plain): /u.test(id));
    it.each(unseen)(`${precision} %s`, async (_name, given) => {
      for (const [name, report] of Object.entries((await productOf(backend, { ...given, precision })).reports))
        expect([name, report.failures, report.unjudged, Number.isFinite(report.got)]).toEqual([name, 0, 0, true]);
    });

    it.each(Object.values(wgslKernels.scalar).map((kernel) => [kernel.id, kernel as unknown as Kernel] as const))(
      `${precision} %s of many`,
      async (_id, kernel) => {
        for (let seed = 1; seed <= 10; seed++) {
          const { reports } = await productOf(backend, { kernel, precision, buffers: positiveNumbers(seed) });
          expect([seed, reports['s']?.errorRatio]).toEqual([seed, expect.toSatisfy((ratio: number) => ratio <= 1)]);
        }
      },
    );

    // Infinities and NaN that are handed on are no promise of WGSL's.
    const finite = safetyCases([wgslKernels]).filter(([, , expected]) => Number.isFinite(expected));
    it.each(finite)(`${precision} %s`, async (_name, given, expected) => {
      const { results, reports } = await productOf(backend, { ...given, precision });
      expect([results['s']?.[0], reports['s']?.failures]).toEqual([expected, 0]);
    });
  }

  it.each(complexCases([wgslKernels]))('c64 %s', async (_name, given, expected) => {
    const { results, reports } = await productOf(backend, { ...given, precision: 'c64' });
    expect([distance(results['s'] ?? [], expected) < 1e-6, reports['s']?.failures]).toEqual([true, 0]);
  });
});
