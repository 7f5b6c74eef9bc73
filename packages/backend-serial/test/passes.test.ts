import type { BackendDescriptor, JsPass, Kernel, Operation, Vector, WasmPass, WasmProgram } from '@spmv/core';
import { buildMatrix, cooFromEntries, openBackend } from '@spmv/core';
import { csr } from '@spmv/formats';
import { backendCases, runCases } from '@spmv/testkit';
import { expect, it } from 'vitest';
import { serial } from '../src/index.ts';

/** y ← α|A|ᵀx + βy. */
const absoluteTransposed: Operation<readonly [x: Vector, y: Vector, alpha?: number, beta?: number]> = {
  kind: 'operation',
  id: 'acme/absolute-transposed',
  title: 'Transposed product with magnitudes',
  formula: 'y ← α|A|ᵀx + βy',
  sources: [],
  options: {},
  sizes: {},
  operands: () => [
    { role: 'matrix', name: 'A' },
    { role: 'vector', name: 'x', length: 'rows', access: 'read' },
    { role: 'vector', name: 'y', length: 'cols', access: 'update', factor: 'beta' },
    { role: 'scalar', name: 'alpha', default: 1 },
    { role: 'scalar', name: 'beta', default: 0 },
  ],
  trivial: { sizes: ['rows', 'cols', 'nnz'], scalars: ['alpha'] },
  flops: ({ nnz = 0 }) => 2 * nnz,
  reference: () => ({}),
  checks: [],
};

const source = (slot: string): string => `
  export function clear({ scratch, cols, begin, end }) {
    scratch.sums.fill(0, begin * cols, end * cols);
  }
  export function scatter({ arrays: { rowStart, colIndex, values }, scratch, x, cols, worker, begin, end }) {
    for (let i = begin; i < end; i++)
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++)
        scratch.sums[(${slot}) * cols + colIndex[k]] += Math.abs(values[k]) * x[i];
  }
  export function add({ scratch, cols, workers, y, alpha, beta, begin, end }) {
    for (let j = begin; j < end; j++) {
      let sum = 0;
      for (let w = 0; w < workers; w++) sum += scratch.sums[w * cols + j];
      y[j] = beta === 0 ? alpha * sum : alpha * sum + beta * y[j];
    }
  }`;

const ROWS = 4;
const COLS = 3;

function kernelOf(slot = 'worker', more: (add: JsPass) => readonly JsPass[] = () => []): Kernel<'js'> {
  const module = `data:text/javascript,${encodeURIComponent(source(slot))}`;
  const add: JsPass = { module, export: 'add', partition: { unit: 'columns', count: COLS } };
  return {
    kind: 'kernel',
    id: 'js/acme/worker-sums',
    operation: absoluteTransposed.id,
    format: 'csr',
    target: 'js',
    title: 'sums of each worker',
    sources: [],
    precisions: [{ precision: 'f64', accumulator: 'f64' }],
    reproducibility: 'run-to-run',
    requires: [],
    params: { axes: {} },
    program: () => ({
      scratch: { sums: { element: 'f64', length: COLS, perWorker: true } },
      passes: [
        { module, export: 'clear', partition: { unit: 'workers', count: 'workers' } },
        { module, export: 'scatter', partition: { unit: 'rows', count: ROWS } },
        add,
        ...more(add),
      ],
    }),
  };
}

const matrix = buildMatrix(
  csr,
  cooFromEntries(
    { rows: ROWS, cols: COLS },
    { rowIndex: [0, 0, 1, 3], colIndex: [0, 2, 1, 2], values: [-1, 2, 3, -4] },
  ),
  { valueType: 'f64' },
);
/** |A|ᵀ·(1 10 100 1000). */
const PRODUCT = [1, 30, 4002];

/** y = (1 1 1) after each of some products with alpha 2 and beta 3. */
async function products(kernel: Kernel): Promise<readonly (readonly number[])[]> {
  const backend = await openBackend(serial);
  const operator = await backend.prepare({ operation: absoluteTransposed, matrix, kernel });
  const x = backend.vector([1, 10, 100, 1000]);
  const y = backend.vector(COLS);
  const results: number[][] = [];
  for (let run = 0; run < 3; run++) {
    await y.write(Float64Array.of(1, 1, 1));
    operator.apply(x, y, 2, 3);
    results.push([...(await y.read())]);
  }
  await backend.dispose();
  return results;
}

it('one worker has scratch of its own, which a pass clears and another adds up', async () => {
  for (const y of await products(kernelOf())) expect(y).toEqual(PRODUCT.map((sum) => 2 * sum + 3));
});

it('scratch of a worker that is not there is found out', async () => {
  for (const y of await products(kernelOf('worker + 1'))) expect(y).toEqual([3, 3, 3]);
});

it('a pass has the values it sets for host scalars, and no other pass has', async () => {
  const kernel = kernelOf('worker', (add) => [
    { ...add, set: { beta: 1 } },
    { ...add, set: { alpha: 10, beta: 1 } },
  ]);
  for (const y of await products(kernel)) expect(y).toEqual(PRODUCT.map((sum) => 2 * sum + 3 + 2 * sum + 10 * sum));
});

it('a pass that sets what is no host scalar is refused', async () => {
  await expect(products(kernelOf('worker', (add) => [{ ...add, set: { gamma: 1 } }]))).rejects.toMatchObject({
    code: 'KERNEL.BAD_ARGUMENT',
    message: expect.stringContaining("'gamma'") as string,
  });
});

it('multiplies vectors that were made after the memory had grown', async () => {
  const backend = await openBackend(serial);
  const operator = await backend.prepare({ operation: absoluteTransposed, matrix, kernel: kernelOf() });
  backend.vector(2 ** 22);
  const x = backend.vector([1, 10, 100, 1000]);
  const y = backend.vector(COLS);
  operator.apply(x, y);
  expect([...(await y.read())]).toEqual(PRODUCT);
  await backend.dispose();
});

/** The backend for WebAssembly alone, with every pass changed. */
function changing(change: (pass: WasmPass) => WasmPass): BackendDescriptor {
  return {
    ...serial,
    targets: ['wasm'],
    async open(options) {
      const driver = await serial.open(options);
      const passes = (program: WasmProgram): WasmProgram => ({ ...program, passes: program.passes.map(change) });
      return {
        ...driver,
        prepare: (request) => driver.prepare({ ...request, program: passes(request.program as WasmProgram) }),
      };
    },
  };
}

it.each<[string, boolean, (pass: WasmPass) => WasmPass]>([
  ['runs passes as they are', true, (pass) => pass],
  ['ignores what a pass sets', false, (pass) => ({ ...pass, set: {} })],
  [
    'says that there are no workers',
    false,
    (pass) => ({ ...pass, arguments: Object.values(pass.arguments).map((name) => (name === 'workers' ? 0 : name)) }),
  ],
])('a backend of WebAssembly alone that %s: the probe of the kit says %s', async (_what, conforms, change) => {
  const cases = backendCases(changing(change)).filter(({ id }) => id.startsWith('wasm/testkit/probe@'));
  expect((await runCases(cases, { subject: 'serial' })).conforms).toBe(conforms);
});
