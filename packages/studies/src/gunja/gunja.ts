import type { Study } from '../study.ts';
import { claims } from './claims.ts';
import { described } from './described.ts';
import { deviceQuery } from './device-query.ts';
import { errata } from './errata.ts';
import { figures6 } from './figures-6.ts';
import { futureWork } from './future-work.ts';
import { legs } from './legs.ts';
import { matrices } from './sizes.ts';
import { wishes } from './wishes.ts';

/** Gunja: dense and sparse products, sequential, with OpenMP and with CUDA. */
export const gunja: Study = {
  id: 'gunja',
  title: 'Optimizing GEMM and SpMV Operations on Parallel Hardware',
  authors: ['Thanmayee Gunja'],
  year: 2024,
  source:
    'B. Tech. project report, undated (it cites a preprint of April 2024), Indian Institute of Technology Palakkad',
  systems: [
    {
      name: 'the GPU',
      where: '3.1.1',
      facts: [
        { label: 'GPU', value: 'NVIDIA T4' },
        { label: 'CUDA cores', value: '2560' },
        { label: 'multiprocessors', value: '40, of 64 processors each' },
      ],
    },
    { name: 'the processor', where: '4', facts: [{ label: 'CPU', value: 'not named; OpenMP' }] },
  ],
  matrices,
  legs,
  exhibits: [described, deviceQuery, ...futureWork.slice(0, 1), ...figures6, ...futureWork.slice(1)],
  claims,
  wishes,
  errata,
};
