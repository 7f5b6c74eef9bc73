import type { JsArguments, ValueArray } from '@spmv/core';

interface Operands {
  a: ValueArray;
  b: ValueArray;
  c: ValueArray;
  d: ValueArray;
  s: ValueArray;
  alpha: number;
  beta: number;
  delta: number;
}

function hypot(a: number, b: number): number {
  const [first, second] = [Math.abs(a), Math.abs(b)];
  const most = Math.max(first, second);
  if (most === 0 || !Number.isFinite(most)) return first * first + second * second;
  const share = Math.min(first, second) / most;
  return most * Math.sqrt(1 + share * share);
}

/** s ← value, or 0 where that is not finite as it is stored. */
function putSafely(s: ValueArray, value: number): void {
  s[0] = value;
  if (!Number.isFinite(s[0])) s[0] = 0;
}

/** s ← a form of numbers, by its place in FORM_NAMES of the kit. */
export function number(args: JsArguments): void {
  const { a, b, c, d, s, alpha, beta, delta } = args as unknown as Operands;
  const of = (value: ValueArray): number => value[0];
  switch (args.numbers['form']) {
    case 0:
      return putSafely(s, delta * (of(a) / of(b)));
    case 1:
      s[0] = delta * (of(a) * of(b));
      return;
    case 2: {
      const first = alpha === 0 ? 0 : alpha * of(a);
      s[0] = beta === 0 ? first : first + beta * of(b);
      return;
    }
    case 3:
      return putSafely(s, delta * Math.sqrt(of(a)));
    case 4:
      return putSafely(s, delta * ((of(a) / of(c)) * (of(b) / of(d))));
    case 5:
      s[0] = hypot(of(a), of(b));
      return;
    case 6:
      s[0] = of(a);
      return;
    default:
      s[0] = delta * of(a);
  }
}
