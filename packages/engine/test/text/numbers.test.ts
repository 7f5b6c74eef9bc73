import { expect, it } from 'vitest';
import { formatMs, grouped, significant } from '../../src/text/numbers.ts';

it('formats numbers for people', () => {
  expect([0.00005, 0.25, 12.345, 99.96, 1234.5, 0, 1e7].map((value) => significant(value))).toEqual([
    '5.00e-5',
    '0.250',
    '12.3',
    '100.0',
    '1235',
    '0',
    '1.00e+7',
  ]);
  expect([0.0005, 0.5, 1500].map((value) => formatMs(value))).toEqual(['0.500 µs', '0.500 ms', '1.50 s']);
  expect(grouped(2684606)).toBe('2 684 606');
});
