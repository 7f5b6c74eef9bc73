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
  doc: 'Threads that compute one product, the calling one among them. May exceed the cores.',
};

const schedule: Axis<Schedule> = {
  values: ['balanced', 'static', 'dynamic'],
  default: 'balanced',
  doc: 'How units (rows, entries, merge steps) are given to threads: equal work each, equal numbers each, or chunks as threads become free.',
};

const chunk: Axis<number> = {
  values: [0, 1, 64, 1024],
  default: 0,
  range: { min: 0, max: 2 ** 30, integer: true },
  doc: 'Units in a chunk of schedule=dynamic; 0 chooses 16 chunks per thread. At most 2^20 chunks are made: more are merged evenly.',
};

/** Entries below which another thread costs more than it computes: about half a microsecond of work. */
const ENTRIES_PER_THREAD = 2048;

/** Parameters of backend `threads` for every kernel. */
export const launchParams: ParamSpace<LaunchContext, ThreadsParams> = {
  axes: { threads, schedule, chunk },
  reject: (params) => (params.chunk !== 0 && params.schedule !== 'dynamic' ? `chunk is a parameter of schedule=dynamic, not of ${params.schedule}` : undefined),
  suggest: ({ device, matrix }) => {
    const cores = device.limits['threads'] ?? 1;
    const useful = matrix ? Math.ceil((matrix.nnz + matrix.shape.rows) / ENTRIES_PER_THREAD) : cores;
    return { threads: Math.max(1, Math.min(cores, useful)) };
  },
};
