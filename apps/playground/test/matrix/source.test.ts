import { expect, test } from 'vitest';
import { carriedName, isLocal, nameOfSource, shownName, sourceOfName } from '../../src/matrix/source.ts';

const URLS = new Map([['cage4', 'http://localhost/matrices/cage4.mtx']]);

test('what an address can hold comes back from it', () => {
  for (const name of ['cage4', 'gen:stencil5?n=20&varied=1', 'gen:tridiagonal']) {
    const source = sourceOfName(name, URLS);
    expect(source && nameOfSource(source)).toBe(name);
  }
});

const SMALL = '%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 1\n';

test.each([
  [{ kind: 'file', file: new File([SMALL], 'a b.mtx') }, 'a b.mtx'],
  [{ kind: 'file', file: new File([SMALL], 'a.mtx'), again: 2 }, 'a.mtx (2)'],
  [{ kind: 'pasted', text: SMALL }, 'pasted text'],
] as const)('a small text is carried whole, with the name of its file: %#', async (source, shown) => {
  const name = (await carriedName(source)) ?? '';
  expect([shownName(nameOfSource(source)), shownName(name)]).toEqual([shown, shown]);
  const found = sourceOfName(name, URLS);
  expect(found).toMatchObject({ kind: 'pasted', text: SMALL });
  expect(found && nameOfSource(found)).toBe(name);
});

test('a file does not', () => {
  expect(nameOfSource({ kind: 'file', file: new File([], 'a b.mtx') })).toBe('file:a b.mtx');
  expect(isLocal('file:a b.mtx')).toBe(true);
  expect(sourceOfName('file:a b.mtx', URLS)).toBeUndefined();
  expect(sourceOfName('', URLS)).toBeUndefined();
});
