import { describe, expect, it } from 'vitest';
import { drawnExhibits } from '../src/index.ts';
import { fraga } from '../src/fraga/fraga.ts';
import type { NotRun, StudyRun } from '../src/index.ts';
import { EMPTY, timedResult } from './helpers/made-run.ts';

function missing(id: string, run: StudyRun): string | null | undefined {
  return drawnExhibits(fraga, run).find(({ exhibit }) => exhibit.id === id)?.missing;
}

const absent: NotRun = { leg: 'threads', matrix: null, what: 'all of it', why: 'It is not installed.' };
const some: NotRun = { leg: 'threads', matrix: null, what: 'threads 16', why: 'there are 2' };
const unknown: NotRun = { leg: null, matrix: 'cant', what: 'all of it', why: 'too little is known' };

describe('what is not drawn says why', () => {
  it('by the backend before the matrix, and the matrix before what was only partly left out', () => {
    expect(missing('figure-3', { ...EMPTY, notRun: [some, unknown, absent] })).toBe('threads: It is not installed.');
    expect(missing('figure-3', { ...EMPTY, notRun: [some, unknown] })).toBe(
      'threads: threads 16, there are 2. cant: too little is known.',
    );
    expect(missing('figure-3', { ...EMPTY, notRun: [some] })).toBe('threads: threads 16, there are 2.');
    expect(missing('figure-3', EMPTY)).toBe('threads: nothing of it was run.');
  });

  it('by what was refused', () => {
    const refused = { ...timedResult({ leg: 'threads', matrix: 'cant' }, 1), status: 'refused', reason: 'too large' };
    expect(missing('figure-3', { ...EMPTY, results: [refused] })).toBe('threads: too large.');
  });

  it('is nothing of a matrix to what no matrix is drawn from', () => {
    const partial = drawnExhibits(fraga, { ...EMPTY, notRun: [unknown] }).filter((one) => one.partial !== null);
    expect(partial.map(({ exhibit }) => exhibit.id)).toEqual([]);
  });

  it('names no leg that was timed', () => {
    const run = { ...EMPTY, notRun: [absent], results: [timedResult({ leg: 'serial', matrix: 'cant' }, 1)] };
    expect(missing('figure-6', run)).toBe('threads: It is not installed.');
  });

  it('names a leg that was timed, but not on the backend that is lacking', () => {
    const backend = { leg: 'serial', matrix: null, what: 'backend cuda', why: 'It is not installed.' };
    const run = { ...EMPTY, notRun: [absent, backend], results: [timedResult({ leg: 'serial', matrix: 'cant' }, 1)] };
    expect(missing('figure-6', run)).toBe('serial: backend cuda, It is not installed. threads: It is not installed.');
  });
});
