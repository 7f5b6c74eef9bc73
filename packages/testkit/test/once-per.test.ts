import { expect, it } from 'vitest';
import { oncePer } from '../src/case/once-per.ts';

it('makes a value once for each key, also where there is none', () => {
  const asked: object[] = [];
  const [first, second] = [{}, {}];
  const value = oncePer((key: object) => {
    asked.push(key);
    return key === first ? ['first'] : undefined;
  });
  expect(value(first)).toBe(value(first));
  expect([value(second), value(second)]).toEqual([undefined, undefined]);
  expect(asked).toEqual([first, second]);
});
