import type { CooMatrix, MatrixKernel, MatrixOperation, MatrixOperator, StoredMatrix } from '@spmv/core';
import { buildMatrix, cooFromEntries, createRegistry, definePlugin, openBackend } from '@spmv/core';
import { plugin as cudaPlugin } from '@spmv/backend-cuda';
import { csr, plugin as formats } from '@spmv/formats';
import {
  cudaInterpolation,
  cudaInverseSizes,
  cudaInverseSizesBelow,
  cudaTranspose,
  interpolation,
  inverseSizes,
  transpose,
} from '@spmv/multigrid';
import { deviceSystem, hostSystem, solve } from '@spmv/solvers';
import { plugin as vectors } from '@spmv/vectors';
import { convection, graphLaplacian, jumps, matrixKernelCases, stencil27 } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { coarsenClassically, renewP } from '../../packages/multigrid/src/coarsen.ts';
import { csrOf } from '../../packages/multigrid/src/csr.ts';
import { finished } from '../../packages/multigrid/src/parts.ts';
import { createScratch } from '../../packages/multigrid/src/scratch.ts';
import { FULL } from '../full-lane.ts';
import { needs } from '../needs.ts';
import { interpretedCuda } from './interpreting-addon.ts';

/** The kernels of the CUDA backend over a device that is interpreted. */
const interpretedPlugin = definePlugin({ ...cudaPlugin, backends: [interpretedCuda()] });

const built = (coo: CooMatrix): StoredMatrix => buildMatrix(csr, coo);

/** The same places, other values of the same signs. */
const others = (coo: CooMatrix): Float64Array => Float64Array.from(coo.values, (value, k) => value * (1 + (k % 7) / 8));

/** A hub that `n` points depend on, each with one of `arms` further neighbours: rows beyond every bin in shared memory. */
function hub(n: number): CooMatrix {
  const entries: (readonly [number, number, number])[] = [];
  for (let i = 0; i < n; i++) {
    entries.push([i, i, 4]);
    for (const j of [0, (i + 1) % n, (i * 7 + 3) % n])
      if (j !== i) entries.push([i, j, -1 - (i % 3) / 8], [j, i, -1 - (j % 5) / 8]);
  }
  return cooFromEntries(
    { rows: n, cols: n },
    {
      rowIndex: entries.map(([i]) => i),
      colIndex: entries.map(([, j]) => j),
      values: entries.map(([, , value]) => value),
    },
  );
}

async function arraysOf(operator: MatrixOperator) {
  const { shape, arrays } = await operator.read();
  return { shape, ...arrays };
}

describe('levels on CUDA, instruction by instruction', needs('nvcc'), () => {
  it.each([
    ['jumps of 10⁶', () => jumps(20)],
    ['27 points', () => stencil27({ n: 6 })],
    ['convection', () => convection(16)],
    ['a random graph', () => graphLaplacian(256)],
    ['a row that most points depend on', () => hub(400)],
    ['one point', () => cooFromEntries({ rows: 1, cols: 1 }, { rowIndex: [0], colIndex: [0], values: [2] })],
    ['no entries', () => cooFromEntries({ rows: 3, cols: 3 }, { rowIndex: [], colIndex: [], values: [] })],
  ] as const)('interpolate with the bits of the host: %s', async (_, make) => {
    const coo = make();
    const backend = await openBackend(interpretedCuda());
    try {
      const operator = await backend.prepareMatrix({
        operation: interpolation(0.25, 3),
        kernel: cudaInterpolation as MatrixKernel,
        matrices: { A: built(coo) },
        formats: [csr],
      });
      const A = csrOf(coo);
      const { P, coarsening } = finished(coarsenClassically(A, 0.25, 3, createScratch()));
      expect(await arraysOf(operator)).toEqual(P);
      const values = others(coo);
      await operator.update({ A: values });
      for (let turn = 0; turn < 2; turn++) await operator.numeric();
      finished(renewP({ ...A, values }, P, coarsening, createScratch()));
      expect(await arraysOf(operator)).toEqual(P);
      expect(operator.costs().reads).toBe(3);
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
    expect(await run({ coverage: 'few' })).toMatchObject({ status: 'passed' });
  });

  it('are those of the host, and conjugate gradients with them take as many iterations', async () => {
    const coo = jumps(20);
    const registry = createRegistry([formats, vectors, interpretedPlugin]);
    const backend = await openBackend(registry, 'cuda');
    const system = await deviceSystem({ backend, registry, coo });
    try {
      const b = new Float64Array(400).fill(1);
      const options = { method: 'cg', M: 'multigrid', rtol: 1e-8 } as const;
      const found = await solve(system, b, options);
      const { levels, ...expected } = await solve(await hostSystem(coo), b, options);
      expect(found.levels?.rows).toEqual(levels?.rows);
      expect(found).toMatchObject({ reason: 'converged', iterations: expected.iterations });
    } finally {
      await system.dispose();
      await backend.dispose();
    }
  });
});
