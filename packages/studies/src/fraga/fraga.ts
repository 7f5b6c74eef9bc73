import { matricesNamed } from '../matrices/matrices-named.ts';
import type { Study } from '../study.ts';
import { accessPatterns } from './access-patterns.ts';
import { claims } from './claims.ts';
import { DC1_ROWS, dc1InEllpack } from './dc1-in-ellpack.ts';
import { errata } from './errata.ts';
import { exampleMatrix } from './example-matrix.ts';
import { loadBalance } from './figure-1-load-balance.ts';
import { threadFigures } from './figures-2-5-threads.ts';
import { methodFigures } from './figures-6-8-methods.ts';
import { legs, MATRICES } from './legs.ts';
import { nomenclature } from './nomenclature.ts';
import { nzDeviation } from './nz-deviation.ts';
import { wishes } from './wishes.ts';

/** Fraga 2018: CSR and ELLPACK, sequential, with OpenMP and with CUDA. */
export const fraga: Study = {
  id: 'fraga',
  title: 'Sparse Matrix-Vector Product Kernel',
  authors: ['António Pedro Araújo Fraga'],
  year: 2018,
  source: 'Small Scale for Parallel Programming, Cranfield University, April 10, 2018',
  systems: [
    {
      name: 'Crescent, GPU queue',
      where: 'Crescent',
      facts: [
        { label: 'CPU', value: 'Two intel E5-2698 v3 (Haswell) CPUs giving 32 CPU cores' },
        { label: 'memory', value: '256GB of shared memory' },
        { label: 'GPU', value: 'Four Tesla K40 GPU cards' },
        { label: 'theoretical peak, GPUs included', value: '28.2 TFlops' },
      ],
    },
  ],
  matrices: [...matricesNamed(MATRICES), DC1_ROWS],
  legs,
  exhibits: [
    nomenclature,
    exampleMatrix,
    loadBalance,
    accessPatterns,
    nzDeviation,
    ...threadFigures,
    dc1InEllpack,
    ...methodFigures,
  ],
  claims,
  wishes,
  errata,
};
