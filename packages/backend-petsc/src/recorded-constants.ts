import type { RankConstants } from '@spmv/core';

/** What `measureRanks` said on a machine; bench/results/petsc has the run. */
export const recordedConstants: RankConstants = {
  machine: 'Intel(R) Xeon(R) Processor, 2 processors',
  software: 'PETSc 3.18.5, Open MPI 4.1.4',
  hosts: [
    {
      ranks: 1,
      productSeconds: 3.5e-8,
      local: [
        {
          bytes: 16384,
          rowSeconds: 8.6e-10,
          entrySeconds: 2.56e-10,
        },
        {
          bytes: 131072,
          rowSeconds: 4.19e-10,
          entrySeconds: 3.88e-10,
        },
        {
          bytes: 1048576,
          rowSeconds: 4.33e-10,
          entrySeconds: 3.91e-10,
        },
        {
          bytes: 8388608,
          rowSeconds: 5.28e-10,
          entrySeconds: 5.46e-10,
        },
        {
          bytes: 67108864,
          rowSeconds: 0,
          entrySeconds: 5.38e-9,
        },
      ],
      messageSeconds: 0,
      byteSeconds: 0,
    },
    {
      ranks: 2,
      productSeconds: 1.24e-7,
      local: [
        {
          bytes: 16384,
          rowSeconds: 6.9e-10,
          entrySeconds: 2.61e-10,
        },
        {
          bytes: 131072,
          rowSeconds: 4.21e-10,
          entrySeconds: 3.7e-10,
        },
        {
          bytes: 1048576,
          rowSeconds: 4.37e-10,
          entrySeconds: 3.97e-10,
        },
        {
          bytes: 8388608,
          rowSeconds: 4.6e-10,
          entrySeconds: 5.7e-10,
        },
        {
          bytes: 67108864,
          rowSeconds: 1.58e-9,
          entrySeconds: 1.47e-8,
        },
      ],
      messageSeconds: 3.23e-6,
      byteSeconds: 2.44e-10,
    },
  ],
};
