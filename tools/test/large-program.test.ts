import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

// What runs beyond 2^31 entries on a machine with room for it, here with few of them.
it('the program for more than 2^31 entries builds, multiplies and compares sampled rows', async () => {
  const program = fileURLToPath(new URL('../device/large.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--conditions=@spmv/source',
    program,
    '--n',
    '14',
    '--backends',
    'serial,threads',
  ]);
  const found = JSON.parse(stdout) as { readonly cases: readonly object[] };
  expect(found).toMatchObject({ entries: 40 ** 3, beyond: false });
  expect(found.cases).toHaveLength(2);
  for (const one of found.cases) expect(one).toMatchObject({ failures: 0, rows: 14 ** 3 });
});
