import { plugin as serialPlugin, serial } from '@spmv/backend-serial';
import { buildMatrix, createRegistry, openBackend, spmv } from '@spmv/core';
import { csr, plugin as formats } from '@spmv/formats';
import { randomVector, stencil5 } from '@spmv/testkit';
import { expect, it } from 'vitest';
import { deviceSystem, solve, solverPlugins } from '../../src/index.ts';

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
    const taken: string[] = [];
    const watched: typeof backend = {
      ...backend,
      prepare(request) {
        if ('kernel' in request && request.kernel?.operation === 'fused') taken.push(request.kernel.id);
        return backend.prepare(request);
      },
    };
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
