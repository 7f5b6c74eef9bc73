import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { needsFull } from '../needs.ts';
import { ROOT } from '../packages/pack-all.ts';
import { runAll } from '../runtimes/run.ts';
import { runtimeTable, tableIn, withRuntimes } from '../runtimes/table.ts';

const page = readFileSync(join(ROOT, 'docs', 'runtimes.md'), 'utf8');

it('the table of runtimes is what is found', { timeout: 1_200_000, ...needsFull('runtimes', 'pnpm') }, async () => {
  // The workspace's own Node has the version that runs this.
  expect(runtimeTable(await runAll())).toBe(tableIn(page));
});

it('a table of runtimes takes the place of another', () => {
  const ran = [{ runtime: 'a', outcomes: { works: 'yes' } }];
  expect(tableIn(withRuntimes(page, runtimeTable(ran)))).toBe('|  | a |\n| --- | --- |\n| works | yes |');
});
