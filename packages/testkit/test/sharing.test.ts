import type { Kernel, Operand, Operation, Problem } from '@spmv/core';
import type { Reference } from '@spmv/core/oracle';
import { NO_PARAMS } from '@spmv/core';
import { emptyReference } from '@spmv/core/oracle';
import { describe, expect, it } from 'vitest';
import { ensureShared } from '../src/operation/sharing-cases.ts';

/** y and s of x, by what `of` says of all of x. */
function operationOf(
  of: (x: readonly number[]) => { readonly y: readonly number[]; readonly s: number },
  number: Partial<Operand> = { combine: 'sum' } as Partial<Operand>,
): Operation {
  const exact = (values: readonly number[]): Reference => {
    const reference = emptyReference('f64', values.length);
    reference.high.set(values);
    reference.magnitude.set(values.map(Math.abs));
    reference.partial.set(values.map(Math.abs));
    reference.terms.fill(40);
    return reference;
  };
  return {
    kind: 'operation',
    id: 'test/op',
    title: '',
    formula: '',
    sources: [],
    options: {},
    sizes: { n: { default: 3, doc: '' } },
    operands: () => [
      { role: 'vector', name: 'x', length: 'n', access: 'read' },
      { role: 'vector', name: 'y', length: 'n', access: 'write' },
      { role: 'device-scalar', name: 's', access: 'write', ...number } as Operand,
    ],
    trivial: { sizes: [], scalars: [] },
    flops: () => 0,
    reference({ buffers }: Problem) {
      const { y, s } = of([...(buffers['x'] ?? [])]);
      return { y: exact(y), s: exact([s]) };
    },
    checks: [],
    sharing: { kind: 'elements', size: 'n' },
  };
}

const sum = (x: readonly number[]): number => x.reduce((all, value) => all + value, 0);
const prefixes = (x: readonly number[]): readonly number[] => x.map((_, i) => sum(x.slice(0, i + 1)));

function tryOn(operation: Operation): number {
  const kernel = { kind: 'kernel', id: 'js/test', operation: operation.id, params: NO_PARAMS } as unknown as Kernel;
  let compared = 0;
  ensureShared(
    { operation, kernel, precision: { precision: 'f64', accumulator: 'f64' } },
    { compare: () => void compared++ },
  );
  return compared;
}

describe('what an operation says of its parts', () => {
  it('is compared with its reference', () => {
    expect(tryOn(operationOf((x) => ({ y: x.map((value) => 2 * value), s: sum(x) })))).toBe(2);
    // Of a number that is no sum nothing is said.
    expect(tryOn(operationOf((x) => ({ y: x, s: Math.max(...x) }), {}))).toBe(1);
  });

  it('fails where elements depend on others', () => {
    expect(() => tryOn(operationOf((x) => ({ y: prefixes(x), s: sum(x) })))).toThrow(/y\[\d+\] of parts/u);
  });

  it('fails where a number is no sum', () => {
    expect(() => tryOn(operationOf((x) => ({ y: x, s: Math.max(...x) })))).toThrow(/s\[0\] of parts/u);
  });
});
