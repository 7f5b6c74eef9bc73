import type { CooMatrix, MatrixKernel, MatrixOperation, MatrixOperator, StoredMatrix } from '@spmv/core';
import { buildMatrix, cooFromEntries, createRegistry, definePlugin, openBackend } from '@spmv/core';
import { plugin as cudaPlugin } from '@spmv/backend-cuda';
import { csr, plugin as formats } from '@spmv/formats';
import {
  createHierarchy,
  cudaInterpolation,
  cudaInverseSizes,
  cudaInverseSizesBelow,
  cudaTranspose,
  interpolation,
  inverseSizes,
  levelFacts,
  transpose,
} from '@spmv/multigrid';
import type { System } from '@spmv/solvers';
import { deviceSystem, hostSystem, solve } from '@spmv/solvers';
import { convection, graphLaplacian, jumps, matrixKernelCases, stencil27 } from '@spmv/testkit';
import { plugin as vectors } from '@spmv/vectors';
import { describe, expect, it } from 'vitest';
import { coarsenClassically, renewP } from '../../packages/multigrid/src/coarsen.ts';
import { csrOf } from '../../packages/multigrid/src/csr.ts';
import { finished } from '../../packages/multigrid/src/parts.ts';
import { createScratch } from '../../packages/multigrid/src/scratch.ts';
import { FULL } from '../full-lane.ts';
import { needs } from '../needs.ts';
import { interpretedCuda } from './interpreting-addon.ts';

const built = (coo: CooMatrix): StoredMatrix => buildMatrix(csr, coo);

/** The same places, other values of the same signs. */
const others = (coo: CooMatrix): Float64Array => Float64Array.from(coo.values, (value, k) => value * (1 + (k % 7) / 8));

/** A ring of `n` points, and one that depends on all of them and nobody depends on: more points than shared memory has room for. */
function overRing(n: number): CooMatrix {
  const rowIndex = [...Array(n + 1).keys(), ...Array(n).fill(0)];
  const colIndex = [...Array(n + 1).keys(), ...Array.from({ length: n }, (_, j) => j + 1)];
  const values = [...Array(n + 1).fill(4), ...Array.from({ length: n }, (_, j) => -1 - (j % 3) / 8)];
  for (let i = 1; i <= n; i++)
    for (const j of [(i % n) + 1, ((i + n - 2) % n) + 1]) {
      rowIndex.push(i);
      colIndex.push(j);
      values.push(-1 - ((i * j) % 5) / 8);
    }
  return cooFromEntries({ rows: n + 1, cols: n + 1 }, { rowIndex, colIndex, values });
}

async function arraysOf(operator: MatrixOperator) {
  const { shape, arrays } = await operator.read();
  return { shape, ...arrays };
}

describe('levels on CUDA, instruction by instruction', needs('nvcc'), () => {
  it.each([
    ['jumps of 10⁶', () => jumps(12)],
    ['convection', () => convection(12)],
    ['a random graph', () => graphLaplacian(256)],
    ...(FULL
      ? ([
          ['27 points', () => stencil27({ n: 6 })],
          ['a row of points beyond shared memory', () => overRing(1100)],
        ] as const)
      : []),
    ['one point', () => cooFromEntries({ rows: 1, cols: 1 }, { rowIndex: [0], colIndex: [0], values: [2] })],
    ['no entries', () => cooFromEntries({ rows: 3, cols: 3 }, { rowIndex: [], colIndex: [], values: [] })],
  ] as const)('interpolate with the bits of the host: %s', async (_, make) => {
    const coo = make();
    // Where four weights take too much memory, two are kept.
    const keep = coo.shape.rows % 2 === 0 ? 4 : 2;
    const launched: string[] = [];
    const backend = await openBackend(interpretedCuda({ launched: (name) => launched.push(name) }));
    try {
      const operator = await backend.prepareMatrix({
        operation: interpolation(0.25, 3, keep),
        kernel: cudaInterpolation as MatrixKernel,
        matrices: { A: built(coo) },
        formats: [csr],
      });
      const A = csrOf(coo);
      const { P, coarsening } = finished(coarsenClassically(A, 0.25, 3, createScratch(), keep));
      expect(await arraysOf(operator)).toEqual(P);
      const values = others(coo);
      await operator.update({ A: values });
      for (let turn = 0; turn < 2; turn++) await operator.numeric();
      finished(renewP({ ...A, values }, P, coarsening, createScratch()));
      expect(await arraysOf(operator)).toEqual(P);
      expect(operator.costs().reads).toBe(2);
      expect(launched.includes('coarsening_reweigh_aside')).toBe(coo.shape.rows > 1000);
    } finally {
      await backend.dispose();
    }
  });

  const cases = [
    [transpose, cudaTranspose],
    [inverseSizes, cudaInverseSizes],
    [inverseSizes, cudaInverseSizesBelow],
  ].flatMap(([operation, kernel]) =>
    matrixKernelCases({
      operation: operation as MatrixOperation,
      kernel: kernel as MatrixKernel,
      backend: interpretedCuda(),
      formats: [csr],
    }),
  );
  const quick = /\/(?:empty-0x0|one-full-row|middle-rows-empty|memory)$/u;
  it.each(cases.filter(({ id, tier }) => tier === 'quick' && (FULL || quick.test(id))))('$id', async ({ run }) => {
    // Of matrices that are not square there is nothing to compute.
    const { status } = await run({ coverage: 'few' });
    expect(status).toBe(status === 'refused' ? 'refused' : 'passed');
  });

  it('are those of the host, are made anew for the second values, and from then on nothing but values is uploaded', async () => {
    const coo = jumps(FULL ? 17 : 9);
    const other = { ...coo, values: Float64Array.from(coo.values, (value) => (value > 0 ? 3.1 : 3) * value) };
    const launched: string[] = [];
    const interpreted = definePlugin({
      ...cudaPlugin,
      backends: [interpretedCuda({ launched: (name) => launched.push(name) })],
    });
    const registry = createRegistry([formats, vectors, interpreted]);
    const backend = await openBackend(registry, 'cuda');
    const systems: System[] = [];
    try {
      const b = new Float64Array(coo.shape.rows).fill(1);
      const options = { method: 'cg', M: 'multigrid', rtol: 1e-8 } as const;
      const solved = async (system: System, rtol?: number) => {
        const given = { ...options, ...(rtol ? { rtol } : {}) };
        const { reason, iterations, levels } = await solve(system, b, given);
        return { reason, iterations, rows: levels?.rows, bytes: levels?.bytes };
      };
      systems.push(await deviceSystem({ backend, registry, coo }));
      // Whoever ends it while levels are made leaves them to the next.
      const ended = await solve(systems[0], b, { ...options, signal: AbortSignal.abort() });
      expect(ended.reason).toBe('aborted');
      const { bytes: once = 0, ...found } = await solved(systems[0]);
      expect(await solved(await hostSystem(coo))).toMatchObject(found);
      expect(launched).toContain('coarsening_interpolate');
      for (const [turn, entries] of [other, coo].entries()) {
        const earlier = await systems[turn].madeLevels?.();
        await systems[turn].dispose();
        launched.length = 0;
        systems.push(await deviceSystem({ backend, registry, coo: entries, ...(earlier ? { earlier } : {}) }));
        const { reason, rows, bytes = 0 } = await solved(systems[turn + 1], 1e-2);
        expect({ reason, rows }).toEqual({ reason: 'converged', rows: levelFacts(createHierarchy(other)).rows });
        // What is kept for one matrix alone is what cycles read.
        expect(once).toBeLessThan(0.6 * bytes);
        expect(launched.includes('coarsening_choose')).toBe(turn === 0);
        expect(launched.includes('coarsening_reweigh')).toBe(turn === 1);
      }
    } finally {
      for (const system of systems) await system.dispose();
      await backend.dispose();
    }
  });
});
