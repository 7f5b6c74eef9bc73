import { plugin as serial } from '@spmv/backend-serial';
import type { CooMatrix, Kernel, Precision } from '@spmv/core';
import { complexCoo, cooFromEntries, createRegistry, createWorkload, openBackend, spmv, structureOf } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { expect, it } from 'vitest';
import { verdictOn } from '../../src/check/check-operator.ts';
import { checkVariants } from '../../src/check/check-variant.ts';
import { planCases } from '../../src/plan/plan-cases.ts';
import { matrixHash } from '../../src/problem/matrix-hash.ts';
import { productBytes } from '../../src/problem/product-bytes.ts';
import { runCases } from '../../src/run/run-cases.ts';
import { HOST } from '../helpers/host.ts';

/** [1 + 2i, i; i, 3]: equal to its transpose, and not to its conjugate transpose. */
const real: CooMatrix = cooFromEntries(
  { rows: 2, cols: 2 },
  { rowIndex: [0, 0, 1, 1], colIndex: [0, 1, 0, 1], values: [1, 0, 0, 3] },
);
const coo = complexCoo(real, [2, 1, 1, 0]);
const workload = createWorkload(spmv, coo);

/** The kernels of CSR and one that conjugates where it must not: that of Aᴴ under another name. */
function registryWith(): ReturnType<typeof createRegistry> {
  const known = createRegistry([formats, serial]);
  const conjugating = known
    .kernels({ format: 'csr', targets: ['js'] })
    .find(({ options }) => options?.['transpose'] === 'conjugate');
  if (!conjugating) throw new Error('no kernel of Aᴴ');
  const { options: _, ...others } = conjugating;
  const wrong: Kernel = { ...others, id: 'js/acme/wrong' };
  return createRegistry([formats, serial, { name: 'acme', apiVersion: 2, kernels: [wrong] }]);
}

async function planned(precisions?: readonly Precision[], thorough = true) {
  const registry = registryWith();
  const descriptor = registry.backend('serial');
  const backend = await openBackend(descriptor);
  const selection = { formats: ['csr'], params: {}, points: 'default', ...(precisions ? { precisions } : {}) } as const;
  const backends = { open: [{ descriptor, backend }], closed: [], dispose: async () => {} };
  const plan = planCases({ registry, backends, workload, structure: structureOf(coo), selection, maxBytes: 1e6 });
  const variants = checkVariants(workload, { seed: 1, alpha: 1, beta: 0, thorough });
  return { plan, variants, backend };
}

it('judges complex products, each part by itself: a kernel that conjugates is wrong, and is said to be', async () => {
  const { plan, variants, backend } = await planned();
  expect([...new Set(plan.runnable.map(({ precision }) => precision))].toSorted()).toEqual(['c128', 'c64']);
  // The last has α and β that are not real.
  expect(variants.at(-1)?.scalars).toMatchObject({ alpha: 0.75, alphaImaginary: 0.75, betaImaginary: -0.5 });
  const { runs } = await runCases(workload, plan.runnable, {
    variants,
    maxBytes: 1e6,
    signal: new AbortController().signal,
    host: HOST,
    onProgress: () => {},
  });
  for (const { case: one, problem } of runs)
    expect([one.kernel, problem?.code]).toEqual([
      one.kernel,
      one.kernel === 'js/acme/wrong' ? 'RESULT.INVALID' : undefined,
    ]);
  expect(runs.find(({ problem }) => problem)?.problem?.reason).toMatch(/^(Re|Im) y\[[01]\] is /u);
  expect(
    verdictOn({ errorRatio: 2, worst: { variant: '', operand: 'y', row: 3, got: 0, expected: 1 } }, 'c64'),
  ).toMatchObject({
    reason: expect.stringContaining('Im y[1] is 0'),
  });
  await backend.dispose();
});

it('says why a precision of the other kind is none, and counts two numbers an element', async () => {
  const { plan, backend } = await planned(['f64', 'c128']);
  expect(plan.excluded.map(({ precision, problem }) => [precision, problem.reason])).toContainEqual([
    'f64',
    'The numbers are complex, and f64 is of real ones.',
  ]);
  expect(plan.runnable.every(({ precision }) => precision === 'c128')).toBe(true);
  const place = [{ backend: '', precision: 'c128' }] as const;
  expect(productBytes(workload, place, 1)).toBe(
    2 * productBytes(createWorkload(spmv, real), [{ backend: '', precision: 'f64' }], 1),
  );
  const hashed: number[] = [];
  matrixHash(coo, (pieces) => {
    for (const piece of pieces) hashed.push(piece.byteLength);
    return '';
  });
  // Shape, rows, columns, real parts, imaginary parts.
  expect(hashed.slice(1)).toEqual([16, 16, 32, 32]);
  await backend.dispose();
});
