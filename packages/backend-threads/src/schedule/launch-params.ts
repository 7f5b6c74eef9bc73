import type { Axis, LaunchContext, Params, ParamSpace } from '@spmv/core';
import { MAX_THREADS } from '../control.ts';

export type Schedule = 'balanced' | 'static' | 'dynamic';

export interface ThreadsParams extends Params {
  readonly threads: number;
  readonly schedule: Schedule;
  readonly chunk: number;
}

const threads: Axis<number> = {
  values: [1, 2, 4, 8, 16],
  default: 1,
  range: { min: 1, max: MAX_THREADS, integer: true },
  doc: 'Threads that compute one product, the calling one among them. By default 1 for a small matrix, else one for each core. At most 16 for each core, and no more than memory has room for.',
};

const schedule: Axis<Schedule> = {
  values: ['balanced', 'static', 'dynamic'],
  default: 'balanced',
  doc: 'How units (rows, entries, merge steps) are given to threads: the same work to each, the same number to each, or chunks: as many to each, and to who is free those that others have left.',
};

const chunk: Axis<number> = {
  values: [0, 1, 64, 1024],
  default: 0,
  range: { min: 0, max: 2 ** 30, integer: true },
  doc: 'Units in a chunk of schedule=dynamic; 0 chooses 16 chunks per thread. At most 2^20 chunks are made: more are merged evenly.',
};

/**
 * Entries and rows below which a product stays on the calling thread, about 10 µs of one core. Two threads that are awake gain from
 * 2,000 on; a worker that sleeps takes longer to wake than such a product takes, and waking it costs the caller 2 to 5 µs.
 */
const LEAST_SHARED = 16_384;
/** Entries and rows that each thread of a team should have. */
const LEAST_EACH = 4096;
/** Operations of a dense product that take as long as an entry of a sparse one does: its numbers are in registers and caches. */
const FLOPS_OF_AN_ENTRY = 64;

/**
 * Operations from which on a dense product is taken in chunks by whoever is free: its threads compute all the time, and what else runs on a core makes one of them late. On 16 cores of a
 * virtual machine the slowest of equal shares took up to 1.7 times as long as their mean.
 */
const FLOPS_IN_CHUNKS = 2 ** 28;

/** Parameters of backend `threads` for every kernel. */
export const launchParams: ParamSpace<LaunchContext, ThreadsParams> = {
  axes: { threads, schedule, chunk },
  reject: (params) =>
    params.chunk !== 0 && params.schedule !== 'dynamic'
      ? `chunk is a parameter of schedule=dynamic, not of ${params.schedule}`
      : undefined,
  suggest: ({ device, matrix, flops }) => {
    const cores = device.limits['threads'] ?? 1;
    const work = matrix ? matrix.nnz + matrix.shape.rows : flops / FLOPS_OF_AN_ENTRY;
    const wanted = work < LEAST_SHARED ? 1 : Math.min(cores, Math.floor(work / LEAST_EACH));
    return { threads: wanted, ...(!matrix && flops >= FLOPS_IN_CHUNKS ? { schedule: 'dynamic' } : {}) };
  },
};
