import type { Kernel } from '@spmv/core';
import { randomVector } from '@spmv/testkit';
import type { Form } from '../src/index.ts';
import type { Given } from './problems.ts';

/** Some of the kernels of a target: those that have what these cases are of. */
interface Kernels {
  readonly linear: Readonly<Record<'none' | 'dot-norm', object>>;
  readonly advance: object;
  readonly descend: Readonly<Record<'plain' | 'scaled', object>>;
  readonly conjugate: Readonly<Record<'plain' | 'scaled', object>>;
  readonly scalar: Readonly<Record<Form, object>>;
}

const NAN = [Number.NaN, Number.NaN, Number.NaN];
const ONES = [1, 2, 3];

/** Products in which a factor of 0, of the host or of the device, excludes a vector of NaN. */
export function unseenCases(targets: readonly Kernels[]): readonly (readonly [name: string, given: Given])[] {
  return targets.flatMap(({ linear, advance, descend, conjugate, scalar }) => {
    const cases: readonly (readonly [string, object, Omit<Given, 'kernel'>])[] = [
      ...[linear.none, linear['dot-norm']].flatMap((kernel): [string, object, Omit<Given, 'kernel'>][] => [
        ['x is not seen where a is 0', kernel, { buffers: { x: NAN, a: [0] } }],
        ['x is not seen where alpha is 0', kernel, { buffers: { x: NAN }, scalars: { alpha: 0 } }],
        ['y is not seen where b is 0', kernel, { buffers: { y: NAN, b: [0] } }],
        ['y is not seen where beta is 0, nor b', kernel, { buffers: { y: NAN }, scalars: { beta: 0 } }],
        ['neither is seen where both are 0', kernel, { buffers: { x: NAN, y: NAN, a: [0], b: [0] } }],
      ]),
      ['p is in no x where a is 0, and in no p where b is 0', advance, { buffers: { p: NAN, a: [0], b: [0] } }],
      [
        'x and p change by nothing where a and b are 0',
        advance,
        { buffers: { p: ONES, x: ONES, r: ONES, a: [0], b: [0] } },
      ],
      ...[descend.plain, descend.scaled].flatMap((kernel): [string, object, Omit<Given, 'kernel'>][] => [
        ['q is not seen where a is 0', kernel, { buffers: { q: NAN, a: [0], c: [2] } }],
        ['q is not seen where a/0 is not finite', kernel, { buffers: { q: NAN, a: [1], c: [0] } }],
        ['q is not seen where both are 0', kernel, { buffers: { q: NAN, a: [0], c: [0] } }],
        ['q is not seen where c is endless', kernel, { buffers: { q: NAN, a: [1], c: [Infinity] } }],
      ]),
      ...[conjugate.plain, conjugate.scaled].flatMap((kernel): [string, object, Omit<Given, 'kernel'>][] => [
        ['p is in neither where a, b and c are 0', kernel, { buffers: { p: NAN, a: [0], b: [0], c: [0] } }],
        ['p is in neither where b and 1/c are 0', kernel, { buffers: { p: NAN, a: [1], b: [0], c: [Infinity] } }],
        ['x moves, and p begins anew, where b is 0', kernel, { buffers: { p: ONES, a: [1], b: [0], c: [4] } }],
        ['x stays, and p goes on, where c is 0', kernel, { buffers: { p: ONES, x: ONES, a: [1], b: [3], c: [0] } }],
      ]),
      ['a is not seen where alpha is 0', scalar.sum, { buffers: { a: [Number.NaN] }, scalars: { alpha: 0 } }],
      ['b is not seen where beta is 0', scalar.sum, { buffers: { b: [Number.NaN] }, scalars: { beta: 0 } }],
    ];
    return cases.map(([name, kernel, given]) => {
      const of = kernel as Kernel;
      return [`${of.id}: ${name}`, { n: 3, ...given, kernel: of }] as const;
    });
  });
}

/** Numbers whose quotient, ratio or root is not finite: s is 0. And others, whose result is handed on. */
export function safetyCases(
  targets: readonly Pick<Kernels, 'scalar'>[],
): readonly (readonly [name: string, given: Given, expected: number])[] {
  const { NaN: nan, POSITIVE_INFINITY: infinity } = Number;
  const cases: readonly (readonly [Form, readonly number[], number, number?])[] = [
    ['quotient', [0, 0], 0],
    ['quotient', [1, 0], 0],
    ['quotient', [-1, -0], 0],
    ['quotient', [nan, 2], 0],
    ['quotient', [infinity, 2], 0],
    ['quotient', [2, infinity], 0],
    ['quotient', [2 ** 100, 2 ** -100], 0, 2 ** 1000],
    ['quotient', [6, 4], 1.5, 1],
    ['ratio', [1, 1, 0, 1], 0],
    ['ratio', [0, 0, 0, 0], 0],
    ['ratio', [1, nan, 1, 1], 0],
    ['ratio', [2 ** -100, 2 ** 100, 2 ** -100, 2 ** 99], 2, 1],
    ['ratio', [3, 5, 2, 4], 1.875, 1],
    ['root', [-1], 0],
    ['root', [nan], 0],
    ['root', [infinity], 0],
    ['root', [0], 0],
    ['root', [6.25], -5, -2],
    ['root', [1234.5 ** 2], 1234.5],
    ['root', [2 ** -60], 2 ** -30],
    ['product', [nan, 1], nan],
    ['product', [3, -2], -3, 0.5],
    ['sum', [infinity, 1], infinity],
    ['hypot', [3, 4], 5],
    ['hypot', [0, 0], 0],
    ['hypot', [2 ** 100, 0], 2 ** 100],
    ['hypot', [3 * 2 ** -100, 4 * 2 ** -100], 5 * 2 ** -100],
    ['hypot', [nan, 1], nan],
    ['hypot', [infinity, 1], infinity],
    ['copy', [nan], nan],
    ['copy', [-2.5], -2.5],
    ['conjugate', [-2.5], 5, -2],
  ];
  return targets.flatMap(({ scalar }) =>
    cases.map(([form, inputs, expected, delta = 1]) => {
      const kernel = scalar[form] as Kernel;
      const buffers = Object.fromEntries(['a', 'b', 'c', 'd'].map((name, k) => [name, [inputs[k] ?? 0]]));
      const given: Given = { kernel, buffers, scalars: { delta, alpha: 1, beta: 1 } };
      return [`${kernel.id} of ${inputs.join(', ')} is ${expected}`, given, expected] as const;
    }),
  );
}

/** Complex numbers: a form of them, and what s is. */
export function complexCases(
  targets: readonly Pick<Kernels, 'scalar'>[],
): readonly (readonly [name: string, given: Given, expected: readonly number[]])[] {
  const [big, infinity] = [2 ** 100, Number.POSITIVE_INFINITY];
  const cases: readonly (readonly [Form, readonly (readonly number[])[], readonly number[], number?])[] = [
    [
      'quotient',
      [
        [1, infinity],
        [1, 0],
      ],
      [0, 0],
    ],
    [
      'quotient',
      [
        [infinity, 1],
        [1, 0],
      ],
      [0, 0],
    ],
    [
      'quotient',
      [
        [1, 2],
        [0, 2],
      ],
      [1, -0.5],
    ],
    [
      'quotient',
      [
        [3 * big, big],
        [big, -big],
      ],
      [1, 2],
    ],
    [
      'quotient',
      [
        [3 * big, big],
        [big, -big / 2],
      ],
      [2, 2],
    ],
    [
      'ratio',
      [
        [2, 2],
        [0, 4],
        [1, 1],
        [0, 2],
      ],
      [4, 0],
    ],
    ['root', [[6.25, 9]], [2.5, 0]],
    [
      'product',
      [
        [1, 2],
        [3, 4],
      ],
      [-2.5, 5],
      0.5,
    ],
    [
      'hypot',
      [
        [3 * big, -4 * big],
        [0, 12 * big],
      ],
      [13 * big, 0],
    ],
    ['conjugate', [[1, 2]], [-2, 4], -2],
  ];
  return targets.flatMap(({ scalar }) =>
    cases.map(([form, inputs, expected, delta = 1]) => {
      const kernel = scalar[form] as Kernel;
      const buffers = Object.fromEntries(['a', 'b', 'c', 'd'].map((name, k) => [name, inputs[k] ?? [0, 0]]));
      const given: Given = { kernel, buffers, scalars: { delta } };
      return [`${kernel.id} of ${inputs.join('; ')} is ${expected.join(', ')}`, given, expected] as const;
    }),
  );
}

/** How far a complex number is from what was expected, in units of the larger part. */
export function distance(
  [re = Number.NaN, im = Number.NaN]: ArrayLike<number> & Iterable<number>,
  [real, imaginary]: readonly number[],
): number {
  const size = Math.max(Math.abs(real), Math.abs(imaginary), Number.MIN_VALUE);
  return Math.max(Math.abs(re - real), Math.abs(im - imaginary)) / size;
}

/** Four numbers of sizes 2^-10 … 2^10, none of them negative, so that they have roots. */
export function positiveNumbers(seed: number): Readonly<Record<string, readonly number[]>> {
  const random = randomVector(4, { seed });
  return Object.fromEntries(['a', 'b', 'c', 'd'].map((name, k) => [name, [2 ** (10 * (random[k] as number))]]));
}
