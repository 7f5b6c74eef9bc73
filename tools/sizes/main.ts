// Writes the table of what a page carries into docs/bundlers.md: kB of a page that multiplies, by backend and format. Packages must be built.
// Usage: node tools/sizes/main.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { ROOT } from '../packages/pack-all.ts';
import { measurePage, type PageSize } from './measure.ts';
import { PAGES } from './pages.ts';
import { sizeTable, withTable } from './table.ts';

const PAGE = join(ROOT, 'docs', 'bundlers.md');
const sizes: PageSize[] = [];
for (const page of PAGES) sizes.push(await measurePage(page));
const table = sizeTable(sizes);
writeFileSync(PAGE, withTable(readFileSync(PAGE, 'utf8'), table));
process.stdout.write(`${table}\n`);
