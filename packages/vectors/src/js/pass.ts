import type { JsArguments, ValueArray } from '@spmv/core';

/** Vectors, and numbers in memory; those that a variant has not are missing. */
type Operands = Record<'a' | 'b' | 'c' | 'p' | 'q' | 'r' | 'x' | 'y' | 'z', ValueArray> &
  Partial<Record<'d' | 's' | 't', ValueArray>> &
  Record<'alpha' | 'beta', number>;

type Arguments = JsArguments<Operands>;

const of = (number: ValueArray): number => number[0];

/** a/c, 0 where it is not finite. */
function quotient(a: ValueArray, c: ValueArray): number {
  const value = of(a) / of(c);
  return Number.isFinite(value) ? value : 0;
}

// Blocks begin..end of each operation of the table of passes; after each its sums are in scratch, in f64. Written by test/compiled-ways.test.ts. passes:begin
export function linear(args: Arguments): void {
  const { y, x, z, scratch, numbers, sizes, begin, end } = args;
  const bySeen = args.beta !== 0 && of(args.b) !== 0;
  const by = args.beta * of(args.b);
  const shareSeen = args.alpha !== 0 && of(args.a) !== 0;
  const share = args.alpha * of(args.a);
  const unseen = shareSeen ? -0 : 0;
  const size = numbers['blockSize'];
  const n = sizes['n'];
  const sums = scratch['sums'] as Float64Array;
  const dotted = args.s !== undefined;
  const normed = args.t !== undefined;
  for (let block = begin; block < end; block++) {
    const past = Math.min(n, (block + 1) * size);
    let dot = 0;
    let norm = 0;
    for (let i = block * size; i < past; i++) {
      const along = x[i];
      const base = bySeen ? by * y[i] : unseen;
      const result = shareSeen ? base + share * along : base;
      y[i] = result;
      if (dotted) dot += result * z[i];
      if (normed) norm += result * result;
    }
    if (!dotted && !normed) continue;
    sums[2 * block] = dot;
    sums[2 * block + 1] = norm;
  }
}

export function advance(args: Arguments): void {
  const { r, p, x, numbers, sizes, begin, end } = args;
  const shareSeen = of(args.b) !== 0;
  const share = of(args.b);
  const stepSeen = of(args.a) !== 0;
  const step = of(args.a);
  const size = numbers['blockSize'];
  const n = sizes['n'];
  for (let block = begin; block < end; block++) {
    const past = Math.min(n, (block + 1) * size);
    for (let i = block * size; i < past; i++) {
      const along = p[i];
      if (stepSeen) x[i] = x[i] + step * along;
      const base = r[i];
      const result = shareSeen ? base + share * along : base;
      p[i] = result;
    }
  }
}

export function descend(args: Arguments): void {
  const { r, q, d, scratch, numbers, sizes, begin, end } = args;
  const shareSeen = quotient(args.a, args.c) !== 0;
  const share = -quotient(args.a, args.c);
  const size = numbers['blockSize'];
  const n = sizes['n'];
  const sums = scratch['sums'] as Float64Array;
  const normed = args.t !== undefined;
  for (let block = begin; block < end; block++) {
    const past = Math.min(n, (block + 1) * size);
    let dot = 0;
    let norm = 0;
    for (let i = block * size; i < past; i++) {
      const along = q[i];
      const base = r[i];
      const result = shareSeen ? base + share * along : base;
      r[i] = result;
      if (d !== undefined) dot += result * (d[i] * result);
      if (normed) norm += result * result;
    }
    sums[2 * block] = dot;
    sums[2 * block + 1] = norm;
  }
}

export function conjugate(args: Arguments): void {
  const { r, p, x, d, numbers, sizes, begin, end } = args;
  const shareSeen = quotient(args.b, args.a) !== 0;
  const share = quotient(args.b, args.a);
  const stepSeen = quotient(args.a, args.c) !== 0;
  const step = quotient(args.a, args.c);
  const size = numbers['blockSize'];
  const n = sizes['n'];
  for (let block = begin; block < end; block++) {
    const past = Math.min(n, (block + 1) * size);
    for (let i = block * size; i < past; i++) {
      const along = p[i];
      if (stepSeen) x[i] = x[i] + step * along;
      const base = d === undefined ? r[i] : d[i] * r[i];
      const result = shareSeen ? base + share * along : base;
      p[i] = result;
    }
  }
}

export function hadamard(args: Arguments & { d: ValueArray }): void {
  const { x, y, d, scratch, numbers, sizes, begin, end } = args;
  const size = numbers['blockSize'];
  const n = sizes['n'];
  const sums = scratch['sums'] as Float64Array;
  const dotted = args.s !== undefined;
  for (let block = begin; block < end; block++) {
    const past = Math.min(n, (block + 1) * size);
    let dot = 0;
    for (let i = block * size; i < past; i++) {
      const result = d[i] * x[i];
      y[i] = result;
      if (dotted) dot += result * x[i];
    }
    if (!dotted) continue;
    sums[2 * block] = dot;
    sums[2 * block + 1] = 0;
  }
}

export function dots(args: Arguments): void {
  const { x, z, scratch, numbers, sizes, begin, end } = args;
  const size = numbers['blockSize'];
  const n = sizes['n'];
  const sums = scratch['sums'] as Float64Array;
  const dotted = args.s !== undefined;
  const normed = args.t !== undefined;
  for (let block = begin; block < end; block++) {
    const past = Math.min(n, (block + 1) * size);
    let dot = 0;
    let norm = 0;
    for (let i = block * size; i < past; i++) {
      const result = x[i];
      if (dotted) dot += result * z[i];
      if (normed) norm += result * result;
    }
    sums[2 * block] = dot;
    sums[2 * block + 1] = norm;
  }
}

// passes:end
