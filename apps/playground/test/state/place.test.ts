import { expect, test } from 'vitest';
import { choicesOf, fragmentOf, placeOf, withChoices } from '../../src/state/place.ts';

const PLACE = {
  panel: 'run',
  matrix: 'gen:stencil27?n=16&varied=1',
  beside: 'cage4',
  choices: { 'data.format': 'csr', 'run.backend': 'serial & webgpu' },
};

test('a place comes back from its address', () => {
  expect(placeOf(fragmentOf(PLACE))).toEqual(PLACE);
  expect(fragmentOf({ panel: '', matrix: '', beside: '', choices: {} })).toBe('');
  expect(placeOf('')).toEqual({ panel: '', matrix: '', beside: '', choices: {} });
});

test('what an address does not know is left out, and a long one is cut', () => {
  expect(placeOf('#matrix=a&__proto__=1&x=2&a.b=3').choices).toEqual({ 'a.b': '3' });
  expect(placeOf(`#matrix=${'a'.repeat(100_000)}`).matrix.length).toBeLessThan(10_000);
  expect(placeOf('#%E0%A4%A').matrix).toBe('');
});

test('a panel has its own choices, and an empty one goes', () => {
  expect(choicesOf(PLACE, 'run')).toEqual({ backend: 'serial & webgpu' });
  const changed = withChoices(PLACE, 'run', { backend: '', kernel: 'js/csr' });
  expect(changed.choices).toEqual({ 'data.format': 'csr', 'run.kernel': 'js/csr' });
});
