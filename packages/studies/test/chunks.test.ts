import { expect, it } from 'vitest';
import { cristofori } from '../src/cristofori/cristofori.ts';
import { CHUNK_MATRICES } from '../src/cristofori/legs.ts';
import type { StudyRun } from '../src/index.ts';
import { EMPTY, judgementOf, madeMatrix, timedResult } from './helpers/made-run.ts';

it('a chunk that divides rows unevenly counts for nothing', () => {
  const of = (names: readonly string[], chunks: readonly number[]): StudyRun => ({
    ...EMPTY,
    matrices: names.map((name) => madeMatrix(name, 1600)),
    results: names.flatMap((matrix) =>
      chunks.map((chunk) =>
        timedResult({ leg: 'chunk', matrix, launchParams: { chunk, threads: 2 } }, [100, 800].includes(chunk) ? 1 : 2),
      ),
    ),
  });
  // Of 600 rows there are three chunks, two of them on one of two threads: 1200 rows for 800; of 10 000 one. 10 is very small.
  const all = of(CHUNK_MATRICES, [10, 100, 600, 800, 10_000]);
  expect(judgementOf(cristofori, 'chunk', all)).toMatchObject({ verdict: 'holds' });
  expect(judgementOf(cristofori, 'chunk', all).why).toContain('over chunks of 100, 800.');
  expect(judgementOf(cristofori, 'chunk', all).why).toContain(
    'af23560: chunks of 600, 10000 can divide its rows unevenly.',
  );
  expect(judgementOf(cristofori, 'chunk', of(CHUNK_MATRICES.slice(1), [100, 800])).verdict).toBe('not judged');
  expect(judgementOf(cristofori, 'chunk', of(CHUNK_MATRICES, [100, 600]))).toMatchObject({
    verdict: 'not judged',
    why: expect.stringContaining('unevenly, which leaves less than two'),
  });
});
