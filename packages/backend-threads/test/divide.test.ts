import { describe, expect, it } from 'vitest';
import { divide } from '../src/schedule/divide.ts';

const balanced = { threads: 4, schedule: 'balanced', chunk: 0 } as const;

describe('divide', () => {
  it.each([0, 2 ** 31 - 4, 2 ** 32, 2 ** 40])(
    'divides row starts beyond 32 bits by work, from entry %d on',
    (first) => {
      const lengths = [1, 1, 1, 1, 1_500_000_000, 1_500_000_000, 1, 1, 1_500_000_000, 1_500_000_000];
      const rowStart = new Float64Array(lengths.length + 1).fill(first);
      for (let i = 0; i < lengths.length; i++) rowStart[i + 1] = (rowStart[i] as number) + (lengths[i] as number);
      const partition = { unit: 'rows', count: lengths.length, work: 'matrix.rowStart' };
      expect([...divide(partition, { matrix: { rowStart }, auxiliary: {} }, balanced)]).toEqual([0, 5, 6, 9, 10]);
    },
  );

  it('divides 32-bit and f64 row starts alike', () => {
    const rowStart = Int32Array.from({ length: 1001 }, (_, i) => i * 3 + (i > 500 ? 4000 : 0));
    const partition = { unit: 'rows', count: 1000, work: 'matrix.rowStart' };
    const of = (starts: Int32Array | Float64Array) =>
      divide(partition, { matrix: { rowStart: starts }, auxiliary: {} }, balanced);
    expect(of(Float64Array.from(rowStart))).toEqual(of(rowStart));
  });
});

it('divides by an array that is there already, which is known by its full name', () => {
  const partition = { unit: 'rows', count: 4, work: 'work.terms' };
  const memory = { 'work.terms': Float64Array.of(0, 300, 301, 302, 303) };
  expect([...divide(partition, {}, { threads: 2, schedule: 'balanced', chunk: 0 }, memory)]).toEqual([0, 1, 4]);
});
