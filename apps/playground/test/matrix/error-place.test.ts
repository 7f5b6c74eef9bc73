import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { errorPlace } from '../../src/matrix/error-place.ts';

const LINES = ['%%MatrixMarket matrix coordinate real general', '3 3 4', '1 1 1', '2 2 x', '3 3 1', '1 3 2', '2 1 1'];
const TEXT = `${LINES.join('\r\n')}\r\n`;

test.each([
  ['plain', 'a.mtx', new Blob([TEXT])],
  ['gzip', 'a.mtx.gz', new Blob([new Uint8Array(gzipSync(TEXT))])],
])('the lines around a place of a %s file', async (_, name, blob) => {
  const { line, column, lines } = await errorPlace(blob, name, { line: 4, column: 5, excerpt: '2 2 x' });
  expect([line, column]).toEqual([4, 5]);
  expect(lines.map((each) => each.line)).toEqual([2, 3, 4, 5, 6]);
  expect(lines.map(({ text }) => text)).toEqual(LINES.slice(1, 6));
});

test('of a long line, the part that shows the place', async () => {
  const blob = new Blob([`${'a'.repeat(5000)}!${'b'.repeat(10_000_000)}`]);
  const { lines } = await errorPlace(blob, 'a.mtx', { line: 1, column: 5001 });
  const [first] = lines;
  expect(first?.text[5000 - first.offset]).toBe('!');
  expect(first?.text.length).toBeLessThan(200);
});

test('the excerpt of an archive and of a damaged file is what the reader quoted', async () => {
  const quoted = { line: 900, column: 3, excerpt: '2 x 1' };
  for (const [name, blob] of [
    ['a.tar.gz', new Blob([TEXT])],
    ['a.mtx.gz', new Blob([new Uint8Array(gzipSync(TEXT)).subarray(0, 30)])],
  ] as const)
    expect((await errorPlace(blob, name, quoted)).lines).toEqual([{ line: 900, text: '2 x 1', offset: 0 }]);
});
