import { execFile } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { Leak } from 'spmv';

it('are told with where they were made, and nothing else is', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--expose-gc',
    '--conditions=@spmv/source',
    fileURLToPath(new URL('./leave.ts', import.meta.url)),
  ]);
  const leaks = (JSON.parse(stdout) as Leak[]).toSorted((a, b) => (a.what < b.what ? -1 : 1));
  expect(leaks).toEqual([
    { what: 'a matrix of 1 × 3 with 3 entries', openedAt: expect.any(String), madeAt: expect.any(String) },
    { what: 'a matrix of 2 × 2 with 4 entries', openedAt: expect.any(String) },
    { what: 'a matrix of 4 × 4 with 16 entries', openedAt: expect.any(String), madeAt: expect.any(String) },
  ]);
  const [part, one, product] = leaks;
  expect(one?.openedAt).toMatch(/leavesOne .*leave\.ts:/u);
  for (const stack of [part?.openedAt, part?.madeAt]) expect(stack).toMatch(/leavesPart .*leave\.ts:/u);
  for (const stack of [product?.openedAt, product?.madeAt]) expect(stack).toMatch(/leavesProduct .*leave\.ts:/u);
});
