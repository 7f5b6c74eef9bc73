import { plugin as serial } from '@spmv/backend-serial';
import type { Plugin } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { plugin as fused } from '@spmv/fused';
import { plugin as spmm } from '@spmv/spmm';
import { plugin as vectors } from '@spmv/vectors';
import { atOnce } from '../at-once.ts';
import { memoryReader } from '../memory/read-memory.ts';
import type { MatrixHost } from '../host.ts';
import type { OpenMatrix } from '../open-matrix.ts';
import { createOpenMatrix } from '../open-matrix.ts';

export type * from '../types.ts';

/** Of its kernels those in JavaScript, which the bundle has in itself. */
const alone: Plugin = {
  ...serial,
  backends: serial.backends?.map((backend) => ({ ...backend, targets: ['js'] })) ?? [],
};

const host: MatrixHost = { plugins: async () => [formats, spmm, fused, vectors, alone] };
const open = createOpenMatrix(host);

/** Opens matrices in a worker of Cloudflare: on one thread, with kernels in JavaScript. There are no other threads, no GPU, and WebAssembly is compiled beforehand or not at all. */
export const openMatrix: OpenMatrix = atOnce(() => ({ openMatrix: open }), memoryReader);
