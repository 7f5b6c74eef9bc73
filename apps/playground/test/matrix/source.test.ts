import { expect, test } from 'vitest';
import { isLocal, nameOfSource, sourceOfName } from '../../src/matrix/source.ts';

const URLS = new Map([['cage4', 'http://localhost/matrices/cage4.mtx']]);

test('what an address can hold comes back from it', () => {
  for (const name of ['cage4', 'gen:stencil5?n=20&varied=1', 'gen:tridiagonal']) {
    const source = sourceOfName(name, URLS);
    expect(source && nameOfSource(source)).toBe(name);
  }
});

test('a file does not', () => {
  expect(nameOfSource({ kind: 'file', file: new File([], 'a b.mtx') })).toBe('file:a b.mtx');
  expect(isLocal('file:a b.mtx')).toBe(true);
  expect(sourceOfName('file:a b.mtx', URLS)).toBeUndefined();
  expect(sourceOfName('', URLS)).toBeUndefined();
});
