import type { Params, ValueArray } from '@spmv/core';
import { createWorkload, referencesOf } from '@spmv/core';
import { judge } from '@spmv/core/oracle';
import type { VectorFactor, VectorPass } from '@spmv/kernel-kit';
import { describe, expect, it } from 'vitest';
import { FORMS, plugin, VECTOR_PASSES } from '../src/index.ts';

type Pair = readonly [real: number, imaginary: number];
type Named = Readonly<Record<string, readonly Pair[]>>;

const plus = ([a, b]: Pair, [c, d]: Pair): Pair => [a + c, b + d];
const times = ([a, b]: Pair, [c, d]: Pair): Pair => [a * c - b * d, a * d + b * c];
const bar = ([a, b]: Pair): Pair => [a, -b];
const over = (a: Pair, c: Pair): Pair => times(times(a, bar(c)), [1 / times(c, bar(c))[0], 0]);
const sum = (list: readonly Pair[]): Pair => list.reduce(plus, [0, 0]);

const HOST: Readonly<Record<string, Pair>> = { alpha: [2, -1], beta: [-1, 3], delta: [0.5, 2] };
const SCALARS = Object.fromEntries(
  Object.entries(HOST).flatMap(([name, [re, im]]) => [
    [name, re],
    [`${name}Imaginary`, im],
  ]),
);

/** Small whole numbers, so that everything is exact; those that divide are 1 + i or 2i. */
const OPERANDS: Named = {
  a: [[2, 4]],
  b: [[-6, 2]],
  c: [[1, 1]],
  ...Object.fromEntries(
    ['p', 'q', 'r', 'x', 'y', 'z'].map((name, k) => [
      name,
      [0, 1, 2].map((i): Pair => [((5 * k + 3 * i) % 7) - 3, ((4 * k + i) % 5) - 2]),
    ]),
  ),
};
const D: readonly Pair[] = [
  [1, 2],
  [0, -1],
  [3, 1],
];

/** What a row of the table says, in the plainest complex arithmetic. */
function expected(pass: VectorPass, named: Named): Named {
  const { first, by, weights, second, share, moved, step, into, other, squares, sums, unconjugated } = pass;
  const factor = ({ of, over: below, times: given }: VectorFactor): Pair => {
    const host: number | 'alpha' | 'beta' = given ?? 1;
    const number = below === undefined ? named[of]?.[0] : over(named[of]?.[0] as Pair, named[below]?.[0] as Pair);
    return times(typeof host === 'string' ? (HOST[host] as Pair) : [host, 0], number as Pair);
  };
  const of = (name: string | undefined, i: number): Pair => named[name ?? '']?.[i] ?? [0, 0];
  const each = (make: (i: number) => Pair): readonly Pair[] => [0, 1, 2].map(make);
  const result = each((i) =>
    plus(
      times(by ? factor(by) : weights === undefined ? [1, 0] : of(weights, i), of(first, i)),
      share ? times(factor(share), of(second, i)) : [0, 0],
    ),
  );
  const dot = result.map((y, i) => times(unconjugated ? of(other, i) : bar(of(other, i)), y));
  const square = result.map((y, i) => times(of(squares, i), times(bar(y), y)));
  return {
    ...(into === undefined ? {} : { [into]: result }),
    ...(moved !== undefined && step
      ? { [moved]: each((i) => plus(of(moved, i), times(factor(step), of(second, i)))) }
      : {}),
    ...(other === undefined ? {} : { s: [sum(dot)] }),
    ...(squares === undefined ? {} : { s: [sum(square)] }),
    ...(sums.includes('t') ? { t: [sum(result.map((y) => times(bar(y), y)))] } : {}),
  };
}

function referencesFor(id: string, options: Params, named: Named, scalars: Readonly<Record<string, number>> = SCALARS) {
  const operation = plugin.operations?.find((one) => one.id === id);
  if (!operation) throw new RangeError(`no operation ${id}`);
  const sizes = id === 'scalar' ? {} : { n: 3 };
  const workload = createWorkload(operation, undefined, { options, sizes });
  const buffers = Object.fromEntries(
    workload.signature.buffers.map(({ name, length }): [string, ValueArray] => [
      name,
      Float64Array.from(named[name]?.flat() ?? Array.from({ length: 2 * length }, () => 0)),
    ]),
  );
  return referencesOf(workload, buffers, scalars, { precision: 'c128', accumulator: 'c128' });
}

describe('the reference of complex numbers', () => {
  it.each(VECTOR_PASSES.map((pass) => [[pass.operation, ...Object.values(pass.options)].join(' '), pass] as const))(
    'of %s is what complex arithmetic gives, and nothing else is in its bound',
    (_name, pass) => {
      const named = { ...OPERANDS, d: D };
      const found = referencesFor(pass.operation, pass.options, named);
      const wanted = expected(pass, named);
      expect(Object.keys(found).sort()).toEqual(Object.keys(wanted).sort());
      for (const [name, pairs] of Object.entries(wanted)) {
        const reference = found[name];
        if (!reference) throw new RangeError(`no reference of ${name}`);
        const exact = Float64Array.from(pairs.flat());
        expect([name, judge(exact, reference, 'c128').failures]).toEqual([name, 0]);
        // Conjugated where it should not be, or the other way round.
        const wrong = exact.map((value, at) => (at % 2 === 0 ? value : -value));
        if (exact.some((value, at) => at % 2 === 1 && value !== 0))
          expect([name, judge(wrong, reference, 'c128').failures > 0]).toEqual([name, true]);
      }
    },
  );

  it.each(FORMS.map((form) => [form]))('of the number %s is what complex arithmetic gives', (form) => {
    const numbers: Readonly<Record<'a' | 'b' | 'c' | 'd', Pair>> = { a: [9, -4], b: [2, -2], c: [1, 1], d: [0, 2] };
    const { a, b, c, d } = numbers;
    const { alpha, beta, delta } = HOST as Readonly<Record<'alpha' | 'beta' | 'delta', Pair>>;
    const wanted = {
      quotient: times(delta, over(a, b)),
      product: times(delta, times(a, b)),
      sum: plus(times(alpha, a), times(beta, b)),
      root: times(delta, [3, 0]),
      ratio: times(delta, times(over(a, c), over(b, d))),
      hypot: [Math.sqrt(81 + 16 + 8), 0],
      copy: a,
      conjugate: times(delta, bar(a)),
    }[form] as Pair;
    const of = Object.fromEntries(Object.entries(numbers).map(([name, pair]) => [name, [pair]]));
    const { s } = referencesFor('scalar', { form }, of);
    if (!s) throw new RangeError('no reference of s');
    expect(judge(Float64Array.from(wanted), s, 'c128').failures).toBe(0);
    expect([...s.high]).toEqual(wanted.map((part) => expect.closeTo(part, 12)));
  });

  it('of a quotient is 0 where a part is not finite, and near the ends of the range what it is', () => {
    const quotient = (a: Pair, b: Pair): readonly number[] => [
      ...(referencesFor('scalar', { form: 'quotient' }, { a: [a], b: [b] }, {})['s']?.high ?? []),
    ];
    expect(quotient([1e300, 1e300], [1e300, -1e300])).toEqual([0, 1]);
    expect(quotient([1e-300, 0], [0, 1e-300])).toEqual([0, -1]);
    for (const [a, b] of [
      [
        [1, 2],
        [0, 0],
      ],
      [
        [1, Number.NaN],
        [2, 0],
      ],
      [
        [1, 2],
        [Infinity, 1],
      ],
      [
        [1e200, 1],
        [1e-200, 0],
      ],
    ] as const)
      expect(quotient(a, b)).toEqual([0, 0]);
  });

  it('does not read what a factor of 0 multiplies, and keeps an infinity in its part where a factor is real', () => {
    const options = { ending: 'none' };
    const [nan, one]: readonly [Pair, Pair] = [
      [Number.NaN, 1],
      [1, 0],
    ];
    const y = [
      [1, 2],
      [3, -1],
      [0, 4],
    ] as const;
    const unseen = referencesFor(
      'linear',
      options,
      { x: [nan, nan, nan], a: [[0, -0]], y, b: [one] },
      { alpha: 1, beta: 1 },
    );
    expect([...(unseen['y']?.high ?? [])]).toEqual(y.flat());
    const x = [
      [Infinity, 1],
      [0, 0],
      [0, 0],
    ] as const;
    const kept = referencesFor('linear', options, { x, a: [one], y, b: [one] }, { alpha: 2, beta: 1 });
    expect([...(kept['y']?.high ?? [])]).toEqual([Infinity, 4, 3, -1, 0, 4]);
    const both = referencesFor('linear', options, { x, a: [[0, 1]], y, b: [one] }, { alpha: 2, beta: 1 });
    expect([...(both['y']?.high ?? [])]).toEqual([Number.NaN, Infinity, 3, -1, 0, 4]);
  });

  it('does not judge a part whose products leave the range', () => {
    const s = referencesFor('scalar', { form: 'product' }, { a: [[1e200, 1e200]], b: [[1e200, 1e200]] }, {})['s'];
    if (!s) throw new RangeError('no reference of s');
    const { failures, unjudged } = judge(Float64Array.of(Number.NaN, Infinity), s, 'c128');
    expect([failures, unjudged]).toEqual([0, 2]);
  });
});
