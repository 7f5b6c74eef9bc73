import type { RankConstants } from '@spmv/core';

/** What `measureRanks` said on a machine; bench/results/petsc has the runs. Surprises are of one rank and of parts up to 8 MiB: where others read the memory at the same time, those of larger parts cannot be told. */
export const recordedConstants: RankConstants = {
  machine: 'Intel(R) Xeon(R) Processor, 2 processors',
  software: 'PETSc 3.18.5, Open MPI 4.1.4',
  hosts: [
    {
      ranks: 1,
      productSeconds: 3.1e-8,
      local: [
        {
          bytes: 16384,
          rowSeconds: 7.82e-10,
          entrySeconds: 2.31e-10,
          surpriseSeconds: 1.9e-10,
        },
        {
          bytes: 131072,
          rowSeconds: 3.82e-10,
          entrySeconds: 3.51e-10,
          surpriseSeconds: 2.2e-9,
        },
        {
          bytes: 1048576,
          rowSeconds: 3.89e-10,
          entrySeconds: 3.49e-10,
          surpriseSeconds: 6e-9,
        },
        {
          bytes: 8388608,
          rowSeconds: 5.38e-10,
          entrySeconds: 4.67e-10,
          surpriseSeconds: 7.9e-9,
        },
        {
          bytes: 67108864,
          rowSeconds: 0,
          entrySeconds: 1.39e-9,
          surpriseSeconds: 7.9e-9,
        },
      ],
      messageSeconds: 0,
      byteSeconds: 0,
    },
    {
      ranks: 2,
      productSeconds: 1.17e-7,
      local: [
        {
          bytes: 16384,
          rowSeconds: 7.9e-10,
          entrySeconds: 2.44e-10,
          surpriseSeconds: 1.9e-10,
        },
        {
          bytes: 131072,
          rowSeconds: 4.32e-10,
          entrySeconds: 3.39e-10,
          surpriseSeconds: 2.2e-9,
        },
        {
          bytes: 1048576,
          rowSeconds: 3e-10,
          entrySeconds: 3.63e-10,
          surpriseSeconds: 6e-9,
        },
        {
          bytes: 8388608,
          rowSeconds: 5.45e-10,
          entrySeconds: 4.68e-10,
          surpriseSeconds: 7.9e-9,
        },
        {
          bytes: 67108864,
          rowSeconds: 5.85e-9,
          entrySeconds: 1.25e-9,
          surpriseSeconds: 7.9e-9,
        },
      ],
      messageSeconds: 7.76e-7,
      byteSeconds: 5.48e-10,
    },
  ],
};
