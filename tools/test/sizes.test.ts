import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plugin as formats } from '@spmv/formats';
import { describe, expect, it } from 'vitest';
import { needsFull, oneOfKind } from '../needs.ts';
import { ROOT } from '../packages/pack-all.ts';
import { bundled, BUNDLERS } from '../sizes/bundlers.ts';
import { measurePage } from '../sizes/measure.ts';
import { PAGES, sourceOf } from '../sizes/pages.ts';
import { sizeTable, tabled, withTable } from '../sizes/table.ts';

const LIMIT_MS = 120_000;
/** What a number of the table may be off by: what it is rounded to, and 5 %. */
const off = (kilobytes: number): number => 0.05 + 0.05 * kilobytes;

describe('what a page carries', () => {
  const table = tabled(readFileSync(join(ROOT, 'docs', 'bundlers.md'), 'utf8'));

  it('is in the table for each backend and format', () => {
    expect([...table.keys()]).toEqual(PAGES.map(({ backend, format }) => `${backend} ${format}`));
  });

  for (const page of PAGES) {
    const name = `${page.backend} ${page.format}`;
    it(`is within 5 % of the table: ${name}`, { timeout: LIMIT_MS, ...oneOfKind(page.format === 'csr') }, async () => {
      const [measured = []] = [...tabled(withTable(EMPTY, sizeTable([await measurePage(page)]))).values()];
      expect(measured).toHaveLength(5);
      const wrong = measured.flatMap((kilobytes, column) => {
        const told = table.get(name)?.[column] ?? Number.NaN;
        return Math.abs(kilobytes - told) <= off(told) ? [] : [`${kilobytes} kB where the table says ${told}`];
      });
      expect(wrong, 'node tools/sizes/main.ts writes the table').toEqual([]);
    });
  }
});

const EMPTY = '<!-- sizes:begin -->\n<!-- sizes:end -->';

describe.each(Object.keys(BUNDLERS) as (keyof typeof BUNDLERS)[])('tree-shaking by %s', (bundler) => {
  const titles = formats.formats?.map(({ title }) => title) ?? [];
  const titlesIn = (code: string): readonly string[] =>
    titles.filter((title) => code.includes(JSON.stringify(title).slice(1, -1)));

  it(
    'leaves out formats that a page does not name',
    { timeout: LIMIT_MS, ...oneOfKind(bundler === 'esbuild') },
    async () => {
      const named = await bundled(bundler, `export { csr } from '@spmv/formats';`);
      const all = await bundled(bundler, `export { plugin } from '@spmv/formats';`);
      expect(titlesIn(all)).toEqual(titles);
      expect(titlesIn(named)).toHaveLength(1);
      expect(named.length).toBeLessThan(0.6 * all.length);
    },
  );

  it('comes to what the table says, within a tenth', { timeout: LIMIT_MS, ...needsFull() }, async () => {
    const [page] = PAGES;
    if (page === undefined) throw new Error('There is no page.');
    const [code, reference] = [await bundled(bundler, sourceOf(page)), await bundled('esbuild', sourceOf(page))];
    expect(Math.abs(code.length / reference.length - 1)).toBeLessThan(0.1);
  });
});
