import type { Precision } from '@spmv/core';
import { openBackend } from '@spmv/core';
import { webgpu } from '@spmv/backend-webgpu';
import { createSession, kernelCases, register } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { gemm, wgslNaive, wgslRegister, wgslTiled } from '../src/index.ts';
import { wrongElements } from './webgpu-product.ts';
import { needsBackend, oneOfKind } from '../../../tools/needs.ts';
import { runner, triable } from '../../../tools/runner.ts';

// A software adapter compiles slowly and emulates every barrier: few points here, all of them on a device (tools/device).
const params = {
  blockSize: [64],
  edge: [8],
  tileRows: [32],
  tileCols: [32],
  depth: [8],
  threadRows: [4],
  threadCols: [4],
  buffers: [1, 2],
};
const session = createSession(webgpu);
const subjects: readonly (readonly [unknown, readonly Precision[]])[] = [
  [wgslNaive, ['f32']],
  [wgslTiled, ['f32', 'df64']],
  [wgslRegister, ['f32']],
];

const found = await webgpu.probe();

register(
  await triable(
    [webgpu],
    subjects.flatMap(([kernel, precisions]) =>
      kernelCases({ kernel: kernel as never, operation: gemm, backend: webgpu, session, params, precisions }),
    ),
  ),
  runner,
);

describe('register tiles', needsBackend('webgpu', found), () => {
  // The shapes that devices get, and the small one for sums of two words.
  const large = { tileRows: 128, tileCols: 128, depth: 8, threadRows: 8, threadCols: 8, buffers: 1 };
  const middle = { tileRows: 64, tileCols: 64, depth: 16, threadRows: 4, threadCols: 4, buffers: 1 };
  const small = { tileRows: 32, tileCols: 32, depth: 8, threadRows: 4, threadCols: 4, buffers: 2 };

  const products = [
    ['by rows, in fours', 'row', 'row', 'row', 0, 'f32', large],
    ['by rows, in ones', 'row', 'row', 'row', 3, 'f32', large],
    ['by columns', 'column', 'column', 'column', 4, 'f32', large],
    ['A by columns, B by rows', 'column', 'row', 'row', 3, 'f32', middle],
    ['A by rows, B by columns', 'row', 'column', 'row', 4, 'f32', middle],
    ['by rows', 'row', 'row', 'row', 0, 'df64', small],
    ['by columns', 'column', 'column', 'column', 3, 'df64', small],
    ['by rows, B by columns', 'row', 'column', 'row', 3, 'df64', small],
  ] as const;
  for (const [place, [name, A, B, C, gap, precision, params]] of products.entries())
    it(`multiply ${name}`, oneOfKind(place % 3 === 0), async () => {
      const backend = await openBackend(webgpu);
      const product = { sizes: { m: 132, n: 136, k: 21 }, orders: { A, B, C }, gap, precision, params } as const;
      expect(await wrongElements(backend, wgslRegister as never, product)).toBe(0);
      await backend.dispose();
    });
});
