import { plugin as formats } from '@spmv/formats';
import { plugin } from '../src/index.ts';
import { describeSplitRows } from '../../../tools/split-rows.ts';

// Shares of 2048 entries in balanced CSR with 64 · 4 places: rows of one partial sum, of a few, which the last to arrive adds up, and of
// more than 32, which a second dispatch adds up.
describeSplitRows(
  [plugin, formats],
  [
    [
      'wgsl/csr-balanced',
      {},
      { blockSize: 64, items: 4, reduction: 'workgroup' },
      [3, 5000, 0, 70_000, 1, 2049],
      70_000,
    ],
  ],
);
