import { plugin } from '../src/index.ts';
import { describeSplitRows } from '../../../tools/split-rows.ts';

// Slices of one step hold 32 entries: rows of one partial sum, of a few, which the last to arrive adds up, and of more than 32, which a
// second dispatch adds up.
describeSplitRows(
  [plugin],
  [
    [
      'wgsl/packed',
      { steps: 1 },
      { blockSize: 64, reduction: 'workgroup' },
      [0, 33, 900, 2, 3000, 64, 1024, 1025, 5],
      3000,
    ],
    ['wgsl/packed', { steps: 1 }, { blockSize: 64, flight: 16, reduction: 'workgroup' }, [3000], 3001],
    [
      'wgsl/packed',
      { steps: 1 },
      { blockSize: 64, reduction: 'workgroup', sizes: 'constant' },
      [0, 33, 900, 2, 3000, 64],
      3000,
    ],
  ],
);
