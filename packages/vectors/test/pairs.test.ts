import type { Operation, ValueArray } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import { computeOnHost, FORMS, plugin, VECTOR_PASSES } from '../src/index.ts';

const operationOf = (id: string): Operation => plugin.operations?.find((one) => one.id === id) as Operation;
const CASES = [
  ...VECTOR_PASSES.map(({ operation, options }) => [operationOf(operation), options] as const),
  ...FORMS.map((form) => [operationOf('scalar'), { form }] as const),
].map(([operation, options]) => [`${operation.id} ${Object.values(options).join(' ')}`, operation, options] as const);

/** Operands of an operation: vectors of 5, numbers of 1, none of them 0. */
function operandsOf(
  operation: Operation,
  options: Readonly<Record<string, string>>,
): readonly (Float64Array | number)[] {
  return operation.operands(options).map(({ role, name }, k) => {
    if (role === 'scalar') return name === 'beta' ? 0.5 : -1.25;
    return Float64Array.from({ length: role === 'vector' ? 5 : 1 }, (_, i) => 0.3 + ((7 * k + 3 * i) % 11));
  });
}

/** Each number times a factor, as a pair. */
const pairs = (given: ValueArray | number, [a, b]: readonly [number, number]): ValueArray | number =>
  typeof given === 'number' ? given : Float64Array.from([...given].flatMap((value) => [a * value, b * value]));

describe('complex arithmetic', () => {
  it.each(CASES)('%s does to real numbers what real arithmetic does', (_name, operation, options) => {
    const real = operandsOf(operation, options);
    const made = real.map((one) => pairs(one, [1, 0]));
    computeOnHost(operation, options, real as never);
    computeOnHost(operation, options, made, 2);
    for (const [k, one] of real.entries()) {
      if (typeof one === 'number') continue;
      const got = made[k] as ValueArray;
      one.forEach((value, i) => expect([got[2 * i], Math.abs(got[2 * i + 1])]).toEqual([expect.closeTo(value, 9), 0]));
    }
  });

  it('sees nothing of what is multiplied by 0, keeps infinities in their part, and divides without overflow', () => {
    const y = Float64Array.of(1, 2);
    const linear = operationOf('linear');
    const [one, none] = [Float64Array.of(1, 0), Float64Array.of(0, 0)];
    computeOnHost(linear, { ending: 'none' }, [Float64Array.of(Number.NaN, 1), none, y, one], 2);
    expect([...y]).toEqual([1, 2]);
    computeOnHost(linear, { ending: 'none' }, [Float64Array.of(Infinity, 1), one, y, one], 2);
    expect([...y]).toEqual([Infinity, 3]);
    const s = new Float64Array(2);
    const quotient = (a: readonly [number, number], b: readonly [number, number]): readonly number[] => {
      computeOnHost(operationOf('scalar'), { form: 'quotient' }, [Float64Array.from(a), Float64Array.from(b), s], 2);
      return [...s];
    };
    expect(quotient([1e300, 1e300], [1e300, -1e300])).toEqual([0, 1]);
    expect(quotient([1, 2], [0, 2])).toEqual([1, -0.5]);
    expect(quotient([1, 2], [0, 0])).toEqual([0, 0]);
  });
});
