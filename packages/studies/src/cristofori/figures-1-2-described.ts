import type { Exhibit } from '../study.ts';

/** Drawings without numbers. */
export const described: readonly Exhibit[] = [
  {
    id: 'figure-1',
    label: 'Figure 1',
    title: 'a grid of blocks in one dimension',
    where: '3.3',
    paper: 'none',
    legs: [],
    lacks: 'The drawing is described and not repeated.',
    draw: () => [
      {
        kind: 'text',
        text: 'A drawing: blocks of 128 threads, 4 warps each, in a row. Grid and block of every CUDA kernel here are of one dimension, too.',
      },
    ],
  },
  {
    id: 'figure-2',
    label: 'Figure 2',
    title: 'the last 4 steps of the reduction by sums',
    where: '3.3.1',
    paper: 'none',
    legs: [],
    lacks: 'The drawing is described and not repeated.',
    draw: () => [
      {
        kind: 'text',
        text: 'A drawing of a tree of sums in shared memory. Here the lanes of a warp add with shuffles, without shared memory and without a barrier of the block; see errata.',
      },
    ],
  },
];
