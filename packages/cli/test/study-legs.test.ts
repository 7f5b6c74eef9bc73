import type { StudyLeg } from '@spmv/studies';
import { expect, it } from 'vitest';
import { withinCores } from '../src/commands/study/leg-selection.ts';

const leg: StudyLeg = { id: 'one', title: '', params: { threads: [1, 'cores', 32], order: ['row'] } };

it('a leg takes as many threads as the machine has, none beyond, and only on the backend that has any', () => {
  expect(withinCores(leg, ['serial', 'threads'], 16)).toEqual({
    params: { order: ['row'], threads: ['1', '16'] },
    notRun: [{ leg: 'one', matrix: null, what: 'threads 32', why: 'this machine runs 16 at a time' }],
  });
  expect(withinCores(leg, ['serial', 'cuda'], 16).params).toEqual({ order: ['row'] });
});
