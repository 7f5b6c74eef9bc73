import type { Operation, Params, ValueArray } from '@spmv/core';

/** A complex number: real and imaginary part. */
type Pair = readonly [real: number, imaginary: number];

/** The number that an operand is: two numbers in memory, or one of the host. */
function pairAt(operand: ValueArray | number | undefined): Pair {
  return typeof operand === 'object' ? [operand[0], operand[1]] : [operand ?? 1, 0];
}

function product([a, b]: Pair, [c, d]: Pair): Pair {
  return [a * c - b * d, a * d + b * c];
}

/** a/b, scaled so that no square leaves the range (Smith, Algorithm 116: complex division, 1962). */
function divided([a, b]: Pair, [c, d]: Pair): Pair {
  if (Math.abs(c) >= Math.abs(d)) {
    const [share, size] = [d / c, c + d * (d / c)];
    return d === 0 ? [a / c, b / c] : [(a + b * share) / size, (b - a * share) / size];
  }
  const [share, size] = [c / d, d + c * (c / d)];
  return [(a * share + b) / size, (b * share - a) / size];
}

/** 0 where a part is not finite. */
const safely = (value: Pair): Pair => (value.every(Number.isFinite) ? value : [0, 0]);

const times = (factor: number, [a, b]: Pair): Pair => [factor * a, factor * b];

/** s ← a form of `scalar` over pairs; δ, α and β are real, and a root is that of a real part: a square of a norm. */
export function numberOfPairs(operation: Operation, options: Params, operands: readonly (ValueArray | number)[]): void {
  const given = Object.fromEntries(operation.operands(options).map(({ name }, k) => [name, operands[k] ?? 1]));
  const { s, delta = 1, alpha = 1, beta = 1 } = given;
  const of = (name: string): Pair => pairAt(given[name]);
  const value = (): Pair => {
    switch (options['form']) {
      case 'quotient':
        return safely(times(Number(delta), divided(of('a'), of('b'))));
      case 'product':
        return times(Number(delta), product(of('a'), of('b')));
      case 'sum': {
        const [a, b] = [times(Number(alpha), of('a')), times(Number(beta), of('b'))];
        if (alpha === 0) return beta === 0 ? [0, 0] : b;
        return beta === 0 ? a : [a[0] + b[0], a[1] + b[1]];
      }
      case 'root':
        return safely([Number(delta) * Math.sqrt(of('a')[0]), 0]);
      case 'ratio':
        return safely(times(Number(delta), product(divided(of('a'), of('c')), divided(of('b'), of('d')))));
      case 'hypot':
        return [Math.hypot(...of('a'), ...of('b')), 0];
      default:
        return of('a');
    }
  };
  (s as ValueArray).set(value());
}
