import type { BenchResult } from '@spmv/engine';
import { expect, it } from 'vitest';
import { recordedResult } from '../src/documents/study-result.ts';

it('the row of a study keeps what a device or the threads say of a product', () => {
  const said = { occupancy: 0.5, stored: 'f32', workers: [{ busyMs: 1, waitMs: 2 }] };
  const row = { problem: { hash: 'h', sizes: {} }, samplesMs: [1, 2], ...said } as unknown as BenchResult;
  expect(recordedResult({ leg: 'ellr-t-wide', matrix: 'cant' }, row)).toMatchObject({ ...said, samples: 2 });
});
