import type { Backend, Kernel, ValueArray } from '@spmv/core';
import { threads } from '@spmv/backend-threads';
import { openBackend, operandList, referencesOf } from '@spmv/core';
import { judge } from '@spmv/core/oracle';
import { powerLaw } from '@spmv/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWasmKernels, fused, jsCsr } from '../src/index.ts';
import { storedIn, workloadOf } from './problems.ts';
import { FULL } from '../../../tools/full-lane.ts';

const PRODUCTS = FULL ? 1000 : 30;
/** Those with both sums. */
const KERNELS = [jsCsr, ...Object.values(createWasmKernels({ checked: true }))].map(
  (endings) => endings['dot-norm'] as unknown as Kernel,
);
/** More blocks than workers, of very different work. */
const coo = powerLaw({ rows: 4000, cols: 500, meanPerRow: 4, maxPerRow: 480, seed: 3 });

// Sixteen workers take most of the time to start.
let backend: Backend;
beforeAll(async () => {
  backend = await openBackend(threads);
});
afterAll(() => backend.dispose());

describe.each(KERNELS.map((kernel) => [kernel.id, kernel] as const))('%s', (_id, kernel) => {
  it('gives the same bits in products of sixteen workers, in any order of arrival', { timeout: 600_000 }, async () => {
    const { workload, contents, values, arithmetic } = workloadOf({ kernel, coo, scalars: { beta: 0, delta: 0 } });
    const operator = await backend.prepare({
      operation: fused,
      kernel,
      matrix: storedIn(kernel, coo),
      params: { threads: 16, schedule: 'dynamic' },
    });
    const handles = Object.fromEntries(
      await Promise.all(Object.entries(contents).map(async ([name, data]) => [name, backend.vector(data)] as const)),
    );
    const references = referencesOf(workload, contents, values, arithmetic);
    const first = new Map<string, ValueArray>();
    for (let run = 0; run < PRODUCTS; run++) {
      operator.apply(...(operandList(workload, handles, values) as never));
      for (const name of Object.keys(references)) {
        const result = (await handles[name]?.read()) as ValueArray;
        const before = first.get(name) ?? result;
        first.set(name, before);
        if (!result.every((value, i) => Object.is(value, before[i])))
          throw new Error(`${name} of product ${run} differs`);
      }
    }
    for (const [name, reference] of Object.entries(references))
      expect(judge(first.get(name) as ValueArray, reference, 'f64').errorRatio).toBeLessThanOrEqual(1);
    await operator.dispose();
  });
});
