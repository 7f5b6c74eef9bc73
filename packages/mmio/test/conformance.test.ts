import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeReading } from '../conformance/describe.ts';
import { conformancePage, parseFiles } from '../conformance/page.ts';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const files = parseFiles(read('../conformance/files.tsv'));
const shipped = files.filter((file) => file.shipped === 'yes');

describe('peculiar files of other projects', () => {
  it.each(shipped.map((file) => [file.file, file.ours] as const))('%s', async (file, ours) => {
    expect(await describeReading(readFileSync(new URL(`../fixtures/${file}`, import.meta.url)))).toBe(ours);
  });

  it('reads every valid one or says why not, and refuses every invalid one at a place', () => {
    for (const { file, ours } of files) {
      if (file.startsWith('invalid/'))
        expect(ours, file).toMatch(/^refuses: MMIO\.\w+, line [1-9]\d*, column [1-9]\d*: \S/);
      else expect(ours, file).toMatch(/^(?:reads|refuses: MMIO\.\w+, line \d+, column \d+: \S)/);
    }
  });

  it('names the source and licence of every file that is shipped', () => {
    const sources = new Set(
      read('../fixtures/SOURCES.tsv')
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.split('\t')[0]),
    );
    expect(shipped.filter((file) => !sources.has(file.file))).toEqual([]);
    expect(shipped.filter((file) => !/^(?:BSD|MIT|Apache)/.test(file.licence))).toEqual([]);
  });
});

it('the conformance page is what the tables and the reader say', async () => {
  expect(read('../../../docs/matrix-market-conformance.md')).toBe(await conformancePage(files));
});
