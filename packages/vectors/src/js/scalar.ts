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

type ScalarArguments = JsArguments<Operands>;

/** s ← value, or 0 where that is not finite as it is stored. */
function putSafely(s: ValueArray, value: number): void {
  s[0] = value;
  if (!Number.isFinite(s[0])) s[0] = 0;
}

export function quotient({ a, b, s, delta }: ScalarArguments): void {
  putSafely(s, delta * ((a[0] as number) / (b[0] as number)));
}

export function product({ a, b, s, delta }: ScalarArguments): void {
  s[0] = delta * ((a[0] as number) * (b[0] as number));
}

export function sum({ a, b, s, alpha, beta }: ScalarArguments): void {
  const first = alpha === 0 ? 0 : alpha * (a[0] as number);
  s[0] = beta === 0 ? first : first + beta * (b[0] as number);
}

export function root({ a, s, delta }: ScalarArguments): void {
  putSafely(s, delta * Math.sqrt(a[0] as number));
}

export function ratio({ a, b, c, d, s, delta }: ScalarArguments): void {
  putSafely(s, delta * (((a[0] as number) / (c[0] as number)) * ((b[0] as number) / (d[0] as number))));
}

export function hypot({ a, b, s }: ScalarArguments): void {
  const first = Math.abs(a[0] as number);
  const second = Math.abs(b[0] as number);
  const most = Math.max(first, second);
  if (most === 0 || !Number.isFinite(most)) {
    s[0] = first * first + second * second;
    return;
  }
  const share = Math.min(first, second) / most;
  s[0] = most * Math.sqrt(1 + share * share);
}

export function copy({ a, s }: ScalarArguments): void {
  s[0] = a[0] as number;
}
