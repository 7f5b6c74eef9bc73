import type { StudyRun } from '@spmv/studies';
import { expect, it } from 'vitest';
import { busyLines } from '../src/commands/study/study-text.ts';

it('a machine was busy by its load alone: samples that spread are said as what they are', () => {
  const run = (loadAverage: number, ...unsteady: StudyRun['unsteady']): StudyRun => ({
    started: '',
    machine: { cpu: '', cores: 16, loadAverage, os: '', runtime: '', devices: [] },
    matrices: [],
    results: [],
    notRun: [],
    unsteady,
  });
  const spread = { leg: 'threads', matrix: 'cage4', why: 'they spread' };
  const told =
    '1 measurement has times that cannot tell combinations apart, or are no base of quotients: threads on cage4.';
  expect(busyLines(run(0.1))).toEqual([]);
  expect(busyLines(run(0.1, spread))).toEqual([told]);
  expect(busyLines(run(20, spread))).toEqual([expect.stringMatching(/^This machine was busy: .*20/u), told]);
});
