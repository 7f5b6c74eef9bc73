import type { Operation, ValueArray } from '@spmv/core';
import { createWorkload } from '@spmv/core';
import { emptyReference } from '@spmv/core/oracle';
import { describe, expect, it } from 'vitest';
import type { Recorder } from '../src/case/define-case.ts';
import type { Poison } from '../src/operation/operation-trial.ts';
import { checkTrial, createOperationTrial } from '../src/operation/operation-trial.ts';

/** Y ← 2X + βY, 2 × 3. */
const twice: Operation = {
  kind: 'operation',
  id: 'test/twice',
  title: '',
  formula: '',
  sources: [],
  options: {},
  sizes: { m: { default: 2, doc: '' }, n: { default: 3, doc: '' } },
  operands: () => [
    { role: 'dense', name: 'X', rows: 'm', cols: 'n', access: 'read' },
    { role: 'dense', name: 'Y', rows: 'm', cols: 'n', access: 'update', factor: 'beta' },
    { role: 'scalar', name: 'beta', default: 0 },
  ],
  trivial: { sizes: [], scalars: [] },
  flops: () => 0,
  reference({ buffers: { X = [], Y = [] }, scalars: { beta = 0 } }) {
    const reference = emptyReference('f64', X.length);
    for (let e = 0; e < X.length; e++) {
      const exact = 2 * (X[e] as number) + (beta === 0 ? 0 : beta * (Y[e] as number));
      for (const array of [reference.magnitude, reference.partial]) array[e] = Math.abs(exact);
      reference.high[e] = exact;
    }
    return { Y: reference };
  },
  checks: [],
};

const precision = { precision: 'f64', accumulator: 'f64' } as const;
/** The fourth element of a row in memory is a gap. */
const layouts = Object.fromEntries(['X', 'Y'].map((name) => [name, { order: 'row', leadingDimension: 4 } as const]));
const trialOf = (beta: number, poison: Poison = 'finite') =>
  createOperationTrial(createWorkload(twice, undefined, { layouts }), precision, { beta }, poison);

/** Number of products that were judged right, of what `spoil` makes of the right result. */
function judged(spoil: (results: Record<'X' | 'Y', ValueArray>) => void): number {
  const trial = trialOf(1);
  const { X = new Float64Array(), Y = new Float64Array() } = trial.buffers;
  const isGap = (e: number): boolean => e % 4 === 3;
  const right = Y.map((y: number, e: number) => (isGap(e) ? y : 2 * (X[e] as number) + y));
  const results = { X: X.slice(), Y: right };
  spoil(results);
  let products = 0;
  const recorder = { product: () => void products++ } as unknown as Recorder;
  checkTrial(trial, results, 'It is right', {}, recorder);
  return products;
}

describe('a product of any operation', () => {
  it('is right where all of it is', () => {
    expect(judged(() => {})).toBe(1);
  });

  it.each([
    ['one element beside the bound', (Y: ValueArray) => void (Y[4] = (Y[4] as number) * (1 + 1e-13))],
    ['a number that is none', (Y: ValueArray) => void (Y[2] = Number.NaN)],
  ])('is wrong with %s', (_, spoil) => {
    expect(() => judged(({ Y }) => spoil(Y))).toThrow(/Y\[\d\] is .*, not /u);
  });

  it('writes neither gaps nor what it only reads', () => {
    expect(() => judged(({ Y }) => void (Y[3] = 0))).toThrow('Y[3] was written, which is a gap');
    expect(() => judged(({ X }) => void (X[5] = 0))).toThrow('X[5] was written, which is');
  });

  it('begins with poison in gaps, and where nothing is to be read', () => {
    const { X = [], Y = [] } = trialOf(0, 'nan').buffers;
    expect([...Y]).toEqual(Array.from(Y, () => Number.NaN));
    expect([...X].map((value) => Number.isNaN(value))).toEqual([...X].map((_, e) => e % 4 === 3));
    const { Y: read = [] } = trialOf(1).buffers;
    expect([...read].filter((value) => Math.abs(value) > 1e100)).toHaveLength(1);
  });
});
