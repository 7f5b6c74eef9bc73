import { expect, test, vi } from 'vitest';
import { createShelf } from '../../src/state/belongings.ts';

const kept = () => ({ dispose: vi.fn<() => void>(), rest: vi.fn<() => void>() });

test('what belongs to a matrix is found again, until four others were looked at or it is closed', () => {
  const shelf = createShelf();
  const [first, second] = [kept(), kept()];
  shelf.of('a').of('runs', () => first);
  shelf.of('b').of('runs', () => second);
  expect(shelf.of('a').of('runs', kept)).toBe(first);
  for (const name of ['c', 'd', 'e']) shelf.of(name);
  expect([first.dispose.mock.calls.length, second.dispose.mock.calls.length]).toEqual([0, 1]);
  shelf.drop('a');
  expect(first.dispose).toHaveBeenCalledOnce();
  expect(shelf.of('a').of('runs', kept)).not.toBe(first);
});

test('others rest, and keep what they have', () => {
  const shelf = createShelf();
  const [own, other] = [kept(), kept()];
  shelf.of('a').of('runs', () => own);
  shelf.of('b').of('runs', () => other);
  shelf.of('a').restOthers();
  expect(other.rest).toHaveBeenCalledOnce();
  expect(own.rest).not.toHaveBeenCalled();
  expect(shelf.of('b').of('runs', kept)).toBe(other);
});
