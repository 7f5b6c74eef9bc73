import { plugin as serialPlugin, serial } from '@spmv/backend-serial';
import type { Backend, Registry } from '@spmv/core';
import { buildMatrix, complexFromEntries, createRegistry, openBackend, spmv } from '@spmv/core';
import { csr, plugin as formats } from '@spmv/formats';
import { randomVector, stencil5 } from '@spmv/testkit';
import { expect, it } from 'vitest';
import { deviceSystem, solve, solverPlugins } from '../../src/index.ts';

/** The backend, and the kernels of products that end in sums which it is asked for. */
function watchedFor(backend: Backend): { readonly watched: Backend; readonly taken: readonly string[] } {
  const taken: string[] = [];
  const watched: Backend = {
    ...backend,
    prepare(request) {
      if ('kernel' in request && request.kernel?.operation === 'fused') taken.push(request.kernel.id);
      return backend.prepare(request);
    },
  };
  return { watched, taken };
}

it.each([
  ['js/csr', ['js/fused-csr-dot']],
  ['wasm/csr-simd', ['wasm/fused-csr-dot']],
  // No kernel in WebAssembly that ends in sums is taken for the one in JavaScript, nor the other way round.
  ['js/csr', [], 'js'],
  ['wasm/csr-simd', [], 'wasm'],
] as const)(
  'a product by %s ends in sums by %j, where kernels of %s are left out',
  async (id, expected, without?: string) => {
    const coo = stencil5({ n: 8 });
    const registry = createRegistry([
      serialPlugin,
      formats,
      ...solverPlugins.map((plugin) => ({
        ...plugin,
        kernels: (plugin.kernels ?? []).filter(({ operation, target }) => operation !== 'fused' || target !== without),
      })),
    ]);
    const backend = await openBackend(serial);
    const { watched, taken } = watchedFor(backend);
    const matrix = buildMatrix(csr, coo);
    const operator = await backend.prepare({ operation: spmv, matrix, kernel: registry.kernel(id), precision: 'f64' });
    const stored = { format: 'csr', matrix: () => matrix };
    const system = await deviceSystem({ backend: watched, registry, coo, operator: operator as never, stored });
    const found = await solve(system, randomVector(64, { seed: 2 }), { method: 'cg', M: 'none', rtol: 1e-10 });
    expect([found.converged, taken]).toEqual([true, expected]);
    await system.dispose();
    await backend.dispose();
  },
);

it.each([
  ['cg', 'dot'],
  ['bicgstab', 'dot-norm'],
] as const)('a complex product of %s ends in %s, to as many iterations as without', async (method, ending) => {
  // A magnetic Laplacian in one dimension, Hermitian.
  const n = 40;
  const below = Array.from({ length: n - 1 }, (_, i) => i);
  const coo = complexFromEntries(
    { rows: n, cols: n },
    {
      rowIndex: [...below, ...below.map((i) => i + 1), ...below, n - 1],
      colIndex: [...below.map((i) => i + 1), ...below, ...below, n - 1],
      values: [
        ...below.flatMap(() => [-0.8, 0.6]),
        ...below.flatMap(() => [-0.8, -0.6]),
        ...below.flatMap(() => [2.5, 0]),
        2.5,
        0,
      ],
    },
  );
  const backend = await openBackend(serial);
  const solved = async (registry: Registry) => {
    const { watched, taken } = watchedFor(backend);
    const system = await deviceSystem({ backend: watched, registry, coo, precision: 'c128' });
    const { iterations, converged } = await solve(system, randomVector(2 * n, { seed: 2 }), {
      method,
      M: 'none',
      rtol: 1e-10,
    });
    await system.dispose();
    return { iterations, converged, taken };
  };
  const plugins = [serialPlugin, formats, ...solverPlugins];
  const ended = await solved(createRegistry(plugins));
  const plain = await solved(createRegistry(plugins.filter(({ name }) => name !== '@spmv/fused')));
  expect([ended.converged, ended.iterations, plain.taken]).toEqual([true, plain.iterations, []]);
  // One for all of them: the matrix is there once more, not twice.
  expect(ended.taken.map((id) => id.replace(/^\w+/u, ''))).toEqual([`/fused-csr-${ending}`]);
  await backend.dispose();
});
