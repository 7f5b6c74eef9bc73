// Several devices as one: two products of every kernel of operations with a stored matrix, judged; products that read what the one before wrote, one by one, as a
// sequence and timed, beside one device's, bit for bit; solvers, whose sums are added up in another order, beside one device's, and twice with the same bits. Prints a line of JSON for each and ends with 1 where anything is wrong.
// Usage: node tools/device/several.ts [--devices 0,1] [--operations spmv,spmm,fused] [--points 1] [--solvers cg,gmres] [--overlap always]
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { Backend, CooMatrix, ValueArray } from '@spmv/core';
import { buildMatrix, openBackend, product, spmv } from '@spmv/core';
import { cuda } from '@spmv/backend-cuda';
import type { MethodId } from '@spmv/solvers';
import { deviceSystem, solve } from '@spmv/solvers';
import { banded, powerLaw, randomVector, stencil27 } from '@spmv/testkit';
import { gpuRegistry } from './plugins.ts';
import { openWatched } from './watch.ts';
import { kernelsToWatch, watchStored } from './watch-stored.ts';

const { values: options } = parseArgs({
  options: {
    devices: { type: 'string', default: 'all' },
    operations: { type: 'string', default: 'spmv,spmm,fused' },
    overlap: { type: 'string', default: 'auto' },
    points: { type: 'string', default: '1' },
    solvers: { type: 'string', default: 'cg,bicgstab,gmres,minres,lsqr' },
  },
});
const registry = gpuRegistry();
const backend = await openWatched(registry, { device: options.devices, options: { overlap: options.overlap } });
let wrong = 0;
const say = (found: Readonly<Record<string, unknown>> & { readonly right: boolean }): void => {
  if (!found.right) wrong++;
  process.stdout.write(`${JSON.stringify(found)}\n`);
};

for (const id of options.operations.split(',').filter((name) => name !== '')) {
  const operation = registry.operation(id);
  const kernels = kernelsToWatch(registry, operation, registry.backend('cuda'));
  const watched = await watchStored(registry, backend, operation, kernels, Number(options.points));
  const { products, refused, errorRatio } = watched;
  const unwatched = kernels.map((kernel) => kernel.id).filter((kernel) => !watched.kernels.has(kernel));
  say({ operation: id, products, refused, errorRatio, kernels: kernels.length, unwatched, right: errorRatio <= 1 });
}

/** What both vectors hold after products in turns: started one by one and as a sequence, with times in between, which have to leave as much as one product. */
async function turns(on: Backend, matrix: CooMatrix, isSequence: boolean): Promise<ValueArray[]> {
  const rows = matrix.shape.rows;
  const kernel = registry.kernel('cuda/csr-vector');
  const stored = buildMatrix(registry.format('csr'), matrix);
  const A = await on.prepare({ operation: spmv, matrix: stored, kernel, params: { threadsPerRow: 4, blockSize: 128 } });
  const x = on.vector(randomVector(rows, { type: 'f64' }));
  const y = on.vector(rows);
  const list = [
    product(A, x, y, 0.25, 0),
    product(A, y, x, 0.25, 0.5),
    product(A, x, y, 0, 0.5),
    product(A, y, x, 0.25),
  ];
  const sequence = await on.sequence(list);
  for (let round = 0; round < 5; round++) {
    if (isSequence) sequence.run();
    else for (const { operator, operands } of list) operator.apply(...operands);
    if (round === 2) {
      await A.time([x, y, 0.25, 0], { runs: 3 });
      await A.time([y, x, 0.25, 0.5], { runs: 2 });
      await A.time([x, y, 0.25, 0], { runs: 2, cold: true });
    }
  }
  const exchange = A.exchange?.();
  if (exchange && exchange.movedBytes !== exchange.products * exchange.bytes)
    say({ matrix: rows, ...exchange, right: false });
  const found = [await x.read(), await y.read()];
  if (exchange && options.overlap === 'always' && matrix === MATRICES['stencil'] && !exchange.interiorRows)
    say({ matrix: rows, ...exchange, right: false });
  for (const one of [sequence, A, x, y]) await one.dispose();
  return found;
}

const single = await openBackend(cuda, {
  device: options.devices === 'all' ? '0' : (options.devices.split(',')[0] ?? '0'),
});
const MATRICES: Readonly<Record<string, CooMatrix>> = {
  stencil: stencil27({ n: 24 }),
  // Only one device of two neighbours needs anything of the other.
  upper: banded({ rows: 20_000, lower: 0, upper: 300 }),
  skewed: powerLaw({ rows: 9000, cols: 9000, meanPerRow: 9, maxPerRow: 8000 }),
};
for (const [name, matrix] of Object.entries(MATRICES)) {
  const expected = await turns(single, matrix, false);
  for (const isSequence of [false, true]) {
    const found = await turns(backend, matrix, isSequence);
    const right = found.every((vector, v) => vector.every((value, i) => Object.is(value, expected[v]?.[i])));
    say({ turns: name, isSequence, right });
  }
}

/** What a method leaves after so many iterations. */
async function solved(on: Backend, matrix: CooMatrix, method: MethodId): Promise<ArrayLike<number>> {
  const system = await deviceSystem({ backend: on, registry, coo: matrix });
  const b = randomVector(matrix.shape.rows, { type: 'f64', seed: 4 });
  const { x } = await solve(system, b, { method, M: method === 'cg' ? 'jacobi' : 'none', rtol: 1e-9, maxiter: 400 });
  await system.dispose();
  return x;
}

const small = stencil27({ n: 14 });
for (const method of options.solvers.split(',').filter((name) => name !== '') as MethodId[]) {
  const expected = await solved(single, small, method);
  const [found, again] = [await solved(backend, small, method), await solved(backend, small, method)];
  const size = Math.max(...Array.from(expected, Math.abs));
  const apart = Math.max(...Array.from(expected, (value, i) => Math.abs(value - found[i]))) / size;
  const isSame = Array.from(found).every((value, i) => Object.is(value, again[i]));
  say({ solver: method, apart, isSame, right: apart < 1e-5 && isSame });
}
await single.dispose();
await backend.dispose();
process.exitCode = wrong > 0 ? 1 : 0;
