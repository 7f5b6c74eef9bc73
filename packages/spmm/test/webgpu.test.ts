import { webgpu } from '@spmv/backend-webgpu';
import type { Precision } from '@spmv/core';
import { packed } from '@spmv/format-packed';
import { sell } from '@spmv/format-sell';
import { csr, ellpack } from '@spmv/formats';
import { createSession, kernelCases, register } from '@spmv/testkit';
import {
  spmm,
  wgslCsr,
  wgslCsrBlocks,
  wgslCsrEntries,
  wgslCsrTransposed,
  wgslSell,
  wgslTransposed,
} from '../src/index.ts';
import { FULL, runner, triable } from '../../../tools/runner.ts';

// A software adapter compiles slowly, and takes hours for every combination: few points here and pairs of them, all on a device (tools/device/conform.ts).
const params = {
  blockSize: [64],
  columnsPerThread: [1, 4],
  ahead: [4, 8],
  longRow: [32],
  share: [32],
  leastShared: [0],
  threadsPerRow: [4],
  C: [4, 32],
  sigma: [1, 256],
  alignment: [1],
};

interface Tried {
  readonly kernel: unknown;
  readonly format: unknown;
  readonly precisions: readonly Precision[];
  /** Points of this kernel alone. */
  readonly own?: Readonly<Record<string, readonly (number | string)[]>>;
}

/** Of the kernels but the first; in the full lane complex, too. */
const PRECISIONS: readonly Precision[] = FULL ? ['f32', 'c64'] : ['f32'];

const session = createSession(webgpu);

register(
  await triable(
    [webgpu],
    [
      { kernel: wgslCsr, format: csr, precisions: ['f32', 'df64', 'c64'] as const },
      {
        kernel: wgslCsrBlocks,
        format: csr,
        precisions: PRECISIONS,
        own: { columnsPerThread: [4], neighbours: ['columns'] },
      },
      { kernel: wgslCsrEntries, format: csr, precisions: PRECISIONS, own: { columnsPerThread: [4], ahead: [8] } },
      { kernel: wgslCsrTransposed, format: csr, precisions: PRECISIONS },
      { kernel: wgslSell, format: sell, precisions: PRECISIONS },
      ...wgslTransposed.map((kernel) => ({
        kernel,
        format: [ellpack, sell, packed].find(({ id }) => id === kernel.format),
        precisions: PRECISIONS,
      })),
    ].flatMap(({ kernel, format, precisions, own = {} }: Tried) =>
      kernelCases({
        kernel: kernel as never,
        format: format as never,
        operation: spmm,
        backend: webgpu,
        session,
        params: { ...params, ...own },
        precisions,
      }),
    ),
  ),
  { ...runner, ...(FULL ? { coverage: 'pairs' as const } : {}) },
);
