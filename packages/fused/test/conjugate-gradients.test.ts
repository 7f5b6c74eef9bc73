import type { Backend, BackendDescriptor, Kernel, Operation, Product, Vector } from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import { buildMatrix, NO_PARAMS, openBackend, product } from '@spmv/core';
import { spmvReference } from '@spmv/core/oracle';
import { csr } from '@spmv/formats';
import { stencil5 } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import type { ProductEnding, Endings } from '../src/index.ts';
import { createWasmKernels, fused, jsCsr } from '../src/index.ts';

const coo = stencil5({ n: 40, ny: 30 });
const { rows } = coo.shape;
const ITERATIONS = 100;

/** q ← times·a/b, all of them on the device: what lies between two products of a solver, as its author writes it. */
const quotient: Operation<readonly [a: Vector, b: Vector, q: Vector, times?: number]> = {
  kind: 'operation',
  id: 'acme/quotient',
  title: 'Quotient of two numbers',
  formula: 'q ← times·a/b',
  sources: [],
  options: {},
  sizes: {},
  operands: () => [
    { role: 'device-scalar', name: 'a', access: 'read' },
    { role: 'device-scalar', name: 'b', access: 'read' },
    { role: 'device-scalar', name: 'q', access: 'write' },
    { role: 'scalar', name: 'times', default: 1 },
  ],
  trivial: { sizes: [], scalars: [] },
  flops: () => 2,
  reference: () => ({}),
  checks: [],
};
const divide: Kernel<'js'> = {
  kind: 'kernel',
  id: 'js/acme/quotient',
  operation: quotient.id,
  target: 'js',
  title: 'one division',
  sources: [],
  precisions: [{ precision: 'f64', accumulator: 'f64' }],
  reproducibility: 'bitwise',
  requires: [],
  params: NO_PARAMS,
  program: () => ({
    passes: [
      {
        module: 'data:text/javascript,export function divide({ a, b, q, times }) { q[0] = times * a[0] / b[0]; }',
        export: 'divide',
        partition: { unit: 'numbers', count: 1 },
      },
    ],
  }),
};

/** Two iterations of conjugate gradients as products, over vectors of the backend; the direction is in `p`, then in `next`, then in `p` again. */
async function solver(backend: Backend, kernels: Endings<'js' | 'wasm'>) {
  const matrix = buildMatrix(csr, coo);
  const prepare = async (ending: ProductEnding) =>
    backend.prepare({ operation: fused, kernel: kernels[ending] as unknown as Kernel, matrix });
  const [dot, norm, axpy] = [await prepare('dot'), await prepare('norm'), await prepare('axpy')];
  const ratio = await backend.prepare({ operation: quotient, kernel: divide });
  const zeros = async (): Promise<Vector<Float64Array>> => backend.vector(rows);
  const b = Float64Array.from({ length: rows }, (_, i) => Math.sin(i + 1));
  const [x, r, p, next, q] = [await zeros(), backend.vector(b), backend.vector(b), await zeros(), await zeros()];
  const number = async (value: number): Promise<Vector> => backend.vector([value]);
  const [one, rho, rhoNext, sigma, step, back, share] = [
    await number(1),
    await number(b.reduce((sum, value) => sum + value * value, 0)),
    await number(0),
    await number(0),
    await number(0),
    await number(0),
    await number(0),
  ];
  const iteration = (from: Vector, to: Vector, before: Vector, after: Vector): readonly Product[] => [
    product(dot, from, q, from, sigma), // q = Ap, sigma = pᵀAp
    product(ratio, before, sigma, step),
    product(ratio, before, sigma, back, -1),
    product(axpy, q, from, step, x, 0, 1), // x += step p, p being y ← 1·y
    product(axpy, from, q, back, r, 0, 1), // r −= step q
    product(norm, q, r, after, 0, 1), // rᵀr
    product(ratio, after, before, share),
    product(axpy, q, r, one, to, 0, 1, 0), // the next direction is r
    product(axpy, q, from, share, to, 0, 1), // and a share of the last
  ];
  return { x, products: [...iteration(p, next, rho, rhoNext), ...iteration(next, p, rhoNext, rho)], b };
}

function residualOf(x: Float64Array, b: Float64Array): number {
  const { high } = spmvReference({ coo, x, y: b, alpha: -1, beta: 1 }, 'f64');
  return Math.hypot(...high) / Math.hypot(...b);
}

describe.each([
  ['serial', serial],
  ['threads', threads],
] as readonly (readonly [string, BackendDescriptor])[])('conjugate gradients on %s', (_name, descriptor) => {
  it.each([
    ['JavaScript', jsCsr],
    ['WebAssembly', createWasmKernels({ checked: true }).csr],
  ] as unknown as readonly (readonly [string, Endings<'js' | 'wasm'>])[])(
    'converge in %s as one sequence, whose numbers nobody reads, to the bits of products one after another',
    async (_target, kernels) => {
      const backend = await openBackend(descriptor);
      const [together, single] = [await solver(backend, kernels), await solver(backend, kernels)];
      const sequence = await backend.sequence(together.products);
      for (let k = 0; k < ITERATIONS; k += 2) {
        sequence.run();
        for (const { operator, operands } of single.products) operator.apply(...operands);
      }
      const found = await together.x.read();
      expect(await single.x.read()).toEqual(found);
      expect(residualOf(found, together.b)).toBeLessThan(1e-8);
      await backend.dispose();
    },
  );
});
