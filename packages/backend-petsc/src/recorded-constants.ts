import type { JumpConstants, RankConstants } from '@spmv/reorder';

/**
 * What a jump takes was not measured in that run. In 1.6 MB of x: by the products of its random matrix on 2 and 8 ranks, all that the other constants leave of them; bench/results/petsc judges it by 4 and 15. In 0.58 MB, which second caches hold: measured on
 * another machine, of 2 processors.
 */
const jumps: readonly JumpConstants[] = [
  { bytes: 578_528, seconds: 2.07e-10 },
  { bytes: 1_600_000, seconds: 1.78e-9 },
];

/** What `measureRanks` said on a machine, as it was measured; bench/results/petsc has the run, and how far predictions by it are off. */
export const recordedConstants: RankConstants = {
  machine: 'Intel(R) Xeon(R) Processor, 16 processors',
  software: 'PETSc 3.18.5, Open MPI 4.1.4',
  hosts: [
    {
      ranks: 1,
      productSeconds: 4.8e-8,
      local: [
        {
          bytes: 16384,
          rowSeconds: 1.43e-9,
          entrySeconds: 3.13e-10,
          surpriseSeconds: 2.13e-10,
        },
        {
          bytes: 131072,
          rowSeconds: 6.91e-10,
          entrySeconds: 4.9e-10,
          surpriseSeconds: 1.63e-10,
        },
        {
          bytes: 1048576,
          rowSeconds: 6.86e-10,
          entrySeconds: 4.89e-10,
          surpriseSeconds: 7.24e-9,
        },
        {
          bytes: 8388608,
          rowSeconds: 1.23e-9,
          entrySeconds: 7.93e-10,
          surpriseSeconds: 7.25e-9,
        },
        {
          bytes: 67108864,
          rowSeconds: 5.01e-10,
          entrySeconds: 5.72e-10,
          surpriseSeconds: 8.76e-9,
        },
      ],
      jumps,
      messageSeconds: 0,
      byteSeconds: 0,
    },
    {
      ranks: 2,
      productSeconds: 2.42e-7,
      local: [
        {
          bytes: 16384,
          rowSeconds: 1.45e-9,
          entrySeconds: 2.95e-10,
          surpriseSeconds: 1.57e-10,
        },
        {
          bytes: 131072,
          rowSeconds: 0,
          entrySeconds: 6.73e-10,
          surpriseSeconds: 2.45e-9,
        },
        {
          bytes: 1048576,
          rowSeconds: 1.37e-9,
          entrySeconds: 7.04e-10,
          surpriseSeconds: 8.68e-9,
        },
        {
          bytes: 8388608,
          rowSeconds: 2.4e-9,
          entrySeconds: 4.74e-10,
          surpriseSeconds: 1.06e-8,
        },
        {
          bytes: 67108864,
          rowSeconds: 2.02e-9,
          entrySeconds: 5.81e-10,
          surpriseSeconds: 1.01e-8,
        },
      ],
      jumps,
      messageSeconds: 8.86e-7,
      byteSeconds: 3.84e-10,
    },
    {
      ranks: 4,
      productSeconds: 2.26e-7,
      local: [
        {
          bytes: 16384,
          rowSeconds: 1.38e-9,
          entrySeconds: 3.03e-10,
          surpriseSeconds: 2.48e-10,
        },
        {
          bytes: 131072,
          rowSeconds: 6.86e-10,
          entrySeconds: 4.88e-10,
          surpriseSeconds: 4.12e-9,
        },
        {
          bytes: 1048576,
          rowSeconds: 2.9e-9,
          entrySeconds: 3.76e-10,
          surpriseSeconds: 8.47e-9,
        },
        {
          bytes: 8388608,
          rowSeconds: 0,
          entrySeconds: 7.64e-10,
          surpriseSeconds: 7.17e-9,
        },
        {
          bytes: 67108864,
          rowSeconds: 8.5e-10,
          entrySeconds: 1.38e-9,
          surpriseSeconds: 9.49e-9,
        },
      ],
      jumps,
      messageSeconds: 1.14e-6,
      byteSeconds: 5.37e-10,
    },
    {
      ranks: 8,
      productSeconds: 3.64e-7,
      local: [
        {
          bytes: 16384,
          rowSeconds: 0,
          entrySeconds: 6.08e-10,
          surpriseSeconds: 3.7e-9,
        },
        {
          bytes: 131072,
          rowSeconds: 1.18e-9,
          entrySeconds: 9.64e-10,
          surpriseSeconds: 4.93e-10,
        },
        {
          bytes: 1048576,
          rowSeconds: 1.52e-9,
          entrySeconds: 6.14e-10,
          surpriseSeconds: 5.71e-9,
        },
        {
          bytes: 8388608,
          rowSeconds: 0,
          entrySeconds: 7.75e-10,
          surpriseSeconds: 7.68e-9,
        },
        {
          bytes: 67108864,
          rowSeconds: 1.01e-9,
          entrySeconds: 1.45e-9,
          surpriseSeconds: 9.46e-9,
        },
      ],
      jumps,
      messageSeconds: 9.72e-7,
      byteSeconds: 6.34e-10,
    },
    {
      ranks: 15,
      productSeconds: 4.82e-7,
      local: [
        {
          bytes: 16384,
          rowSeconds: 1.83e-9,
          entrySeconds: 5.43e-10,
          surpriseSeconds: 1.18e-10,
        },
        {
          bytes: 131072,
          rowSeconds: 3.76e-10,
          entrySeconds: 8.21e-10,
          surpriseSeconds: 2.74e-9,
        },
        {
          bytes: 1048576,
          rowSeconds: 1e-9,
          entrySeconds: 6.9e-10,
          surpriseSeconds: 1.09e-8,
        },
        {
          bytes: 8388608,
          rowSeconds: 8.16e-10,
          entrySeconds: 8e-10,
          surpriseSeconds: 1.07e-8,
        },
        {
          bytes: 67108864,
          rowSeconds: 1.22e-9,
          entrySeconds: 1.79e-9,
          surpriseSeconds: 7.1e-9,
        },
      ],
      jumps,
      messageSeconds: 1.12e-6,
      byteSeconds: 6.1e-10,
    },
  ],
};
