import type { JsArguments, ValueArray } from '@spmv/core';

/** Vectors of pairs, and numbers in memory of one pair; those that a variant has not are missing. Numbers of the host are real. */
type Operands = Record<'a' | 'b' | 'c' | 'p' | 'q' | 'r' | 'x' | 'y' | 'z', ValueArray> &
  Partial<Record<'d' | 's' | 't', ValueArray>> &
  Record<'alpha' | 'beta', number>;

type Arguments = JsArguments<Operands>;

/** a/c, scaled so that no square leaves the range (Smith, Algorithm 116: complex division, 1962); 0 where a part is not finite. */
function quotientOf(a: ValueArray, c: ValueArray): readonly [number, number] {
  const [re, im, real, imaginary] = [a[0], a[1], c[0], c[1]];
  const isSteep = Math.abs(real) < Math.abs(imaginary);
  const share = isSteep ? real / imaginary : imaginary / real;
  const size = isSteep ? imaginary + real * share : real + imaginary * share;
  const first = isSteep ? (re * share + im) / size : imaginary === 0 ? re / real : (re + im * share) / size;
  const second = isSteep ? (im * share - re) / size : imaginary === 0 ? im / real : (im - re * share) / size;
  return Number.isFinite(first) && Number.isFinite(second) ? [first, second] : [0, 0];
}

// Blocks begin..end of each operation of the table of passes in complex arithmetic; after each its sums are in scratch: s, its imaginary part, t. Written by test/compiled-ways.test.ts. passes:begin
export function linear(args: Arguments): void {
  const { y, x, z, scratch, numbers, sizes, begin, end } = args;
  const byPair = args.b;
  const bySeen = args.beta !== 0 && (byPair[0] !== 0 || byPair[1] !== 0);
  const by = args.beta * byPair[0];
  const byImaginary = args.beta * byPair[1];
  const sharePair = args.a;
  const shareSeen = args.alpha !== 0 && (sharePair[0] !== 0 || sharePair[1] !== 0);
  const share = args.alpha * sharePair[0];
  const shareImaginary = args.alpha * sharePair[1];
  const unseen = shareSeen ? -0 : 0;
  const size = numbers['blockSize'];
  const n = sizes['n'];
  const sums = scratch['sums'] as Float64Array;
  const dotted = args.s !== undefined;
  const sign = numbers['plain'] === 1 ? -1 : 1;
  const normed = args.t !== undefined;
  for (let block = begin; block < end; block++) {
    const past = Math.min(n, (block + 1) * size);
    let dot = 0;
    let dotImaginary = 0;
    let norm = 0;
    for (let i = block * size; i < past; i++) {
      const along = x[2 * i];
      const alongImaginary = x[2 * i + 1];
      const base = bySeen ? (byImaginary === 0 ? by * y[2 * i] : by * y[2 * i] - byImaginary * y[2 * i + 1]) : unseen;
      const baseImaginary = bySeen ? (byImaginary === 0 ? by * y[2 * i + 1] : by * y[2 * i + 1] + byImaginary * y[2 * i]) : unseen;
      const result = shareSeen ? base + (shareImaginary === 0 ? share * along : share * along - shareImaginary * alongImaginary) : base;
      const resultImaginary = shareSeen ? baseImaginary + (shareImaginary === 0 ? share * alongImaginary : share * alongImaginary + shareImaginary * along) : baseImaginary;
      const beside = dotted ? z[2 * i] : 0;
      const besideImaginary = dotted ? sign * z[2 * i + 1] : 0;
      y[2 * i] = result;
      y[2 * i + 1] = resultImaginary;
      if (dotted) {
        dot += beside * result + besideImaginary * resultImaginary;
        dotImaginary += beside * resultImaginary - besideImaginary * result;
      }
      if (normed) norm += result * result + resultImaginary * resultImaginary;
    }
    if (!dotted && !normed) continue;
    sums[3 * block] = dot;
    sums[3 * block + 1] = dotImaginary;
    sums[3 * block + 2] = norm;
  }
}

export function advance(args: Arguments): void {
  const { r, p, x, numbers, sizes, begin, end } = args;
  const sharePair = args.b;
  const shareSeen = (sharePair[0] !== 0 || sharePair[1] !== 0);
  const share = sharePair[0];
  const shareImaginary = sharePair[1];
  const stepPair = args.a;
  const stepSeen = (stepPair[0] !== 0 || stepPair[1] !== 0);
  const step = stepPair[0];
  const stepImaginary = stepPair[1];
  const size = numbers['blockSize'];
  const n = sizes['n'];
  for (let block = begin; block < end; block++) {
    const past = Math.min(n, (block + 1) * size);
    for (let i = block * size; i < past; i++) {
      const along = p[2 * i];
      const alongImaginary = p[2 * i + 1];
      if (stepSeen) {
        x[2 * i] = x[2 * i] + (stepImaginary === 0 ? step * along : step * along - stepImaginary * alongImaginary);
        x[2 * i + 1] = x[2 * i + 1] + (stepImaginary === 0 ? step * alongImaginary : step * alongImaginary + stepImaginary * along);
      }
      const base = r[2 * i];
      const baseImaginary = r[2 * i + 1];
      const result = shareSeen ? base + (shareImaginary === 0 ? share * along : share * along - shareImaginary * alongImaginary) : base;
      const resultImaginary = shareSeen ? baseImaginary + (shareImaginary === 0 ? share * alongImaginary : share * alongImaginary + shareImaginary * along) : baseImaginary;
      p[2 * i] = result;
      p[2 * i + 1] = resultImaginary;
    }
  }
}

export function descend(args: Arguments): void {
  const { r, q, d, scratch, numbers, sizes, begin, end } = args;
  const sharePair = quotientOf(args.a, args.c);
  const shareSeen = (sharePair[0] !== 0 || sharePair[1] !== 0);
  const share = -sharePair[0];
  const shareImaginary = -sharePair[1];
  const size = numbers['blockSize'];
  const n = sizes['n'];
  const sums = scratch['sums'] as Float64Array;
  const normed = args.t !== undefined;
  for (let block = begin; block < end; block++) {
    const past = Math.min(n, (block + 1) * size);
    let dot = 0;
    let dotImaginary = 0;
    let norm = 0;
    for (let i = block * size; i < past; i++) {
      const along = q[2 * i];
      const alongImaginary = q[2 * i + 1];
      const base = r[2 * i];
      const baseImaginary = r[2 * i + 1];
      const result = shareSeen ? base + (shareImaginary === 0 ? share * along : share * along - shareImaginary * alongImaginary) : base;
      const resultImaginary = shareSeen ? baseImaginary + (shareImaginary === 0 ? share * alongImaginary : share * alongImaginary + shareImaginary * along) : baseImaginary;
      r[2 * i] = result;
      r[2 * i + 1] = resultImaginary;
      if (d !== undefined) {
        const own = d[2 * i] * result - d[2 * i + 1] * resultImaginary;
        const ownImaginary = d[2 * i] * resultImaginary + d[2 * i + 1] * result;
        dot += result * own + resultImaginary * ownImaginary;
        dotImaginary += result * ownImaginary - resultImaginary * own;
      }
      if (normed) norm += result * result + resultImaginary * resultImaginary;
    }
    sums[3 * block] = dot;
    sums[3 * block + 1] = dotImaginary;
    sums[3 * block + 2] = norm;
  }
}

export function conjugate(args: Arguments): void {
  const { r, p, x, d, numbers, sizes, begin, end } = args;
  const sharePair = quotientOf(args.b, args.a);
  const shareSeen = (sharePair[0] !== 0 || sharePair[1] !== 0);
  const share = sharePair[0];
  const shareImaginary = sharePair[1];
  const stepPair = quotientOf(args.a, args.c);
  const stepSeen = (stepPair[0] !== 0 || stepPair[1] !== 0);
  const step = stepPair[0];
  const stepImaginary = stepPair[1];
  const size = numbers['blockSize'];
  const n = sizes['n'];
  for (let block = begin; block < end; block++) {
    const past = Math.min(n, (block + 1) * size);
    for (let i = block * size; i < past; i++) {
      const along = p[2 * i];
      const alongImaginary = p[2 * i + 1];
      if (stepSeen) {
        x[2 * i] = x[2 * i] + (stepImaginary === 0 ? step * along : step * along - stepImaginary * alongImaginary);
        x[2 * i + 1] = x[2 * i + 1] + (stepImaginary === 0 ? step * alongImaginary : step * alongImaginary + stepImaginary * along);
      }
      const base = d === undefined ? r[2 * i] : d[2 * i] * r[2 * i] - d[2 * i + 1] * r[2 * i + 1];
      const baseImaginary = d === undefined ? r[2 * i + 1] : d[2 * i] * r[2 * i + 1] + d[2 * i + 1] * r[2 * i];
      const result = shareSeen ? base + (shareImaginary === 0 ? share * along : share * along - shareImaginary * alongImaginary) : base;
      const resultImaginary = shareSeen ? baseImaginary + (shareImaginary === 0 ? share * alongImaginary : share * alongImaginary + shareImaginary * along) : baseImaginary;
      p[2 * i] = result;
      p[2 * i + 1] = resultImaginary;
    }
  }
}

export function hadamard(args: Arguments & { d: ValueArray }): void {
  const { x, y, d, scratch, numbers, sizes, begin, end } = args;
  const size = numbers['blockSize'];
  const n = sizes['n'];
  const sums = scratch['sums'] as Float64Array;
  const dotted = args.s !== undefined;
  const sign = numbers['plain'] === 1 ? -1 : 1;
  for (let block = begin; block < end; block++) {
    const past = Math.min(n, (block + 1) * size);
    let dot = 0;
    let dotImaginary = 0;
    for (let i = block * size; i < past; i++) {
      const result = d[2 * i] * x[2 * i] - d[2 * i + 1] * x[2 * i + 1];
      const resultImaginary = d[2 * i] * x[2 * i + 1] + d[2 * i + 1] * x[2 * i];
      const beside = dotted ? x[2 * i] : 0;
      const besideImaginary = dotted ? sign * x[2 * i + 1] : 0;
      y[2 * i] = result;
      y[2 * i + 1] = resultImaginary;
      if (dotted) {
        dot += beside * result + besideImaginary * resultImaginary;
        dotImaginary += beside * resultImaginary - besideImaginary * result;
      }
    }
    if (!dotted) continue;
    sums[3 * block] = dot;
    sums[3 * block + 1] = dotImaginary;
    sums[3 * block + 2] = 0;
  }
}

export function dots(args: Arguments): void {
  const { x, z, scratch, numbers, sizes, begin, end } = args;
  const size = numbers['blockSize'];
  const n = sizes['n'];
  const sums = scratch['sums'] as Float64Array;
  const dotted = args.s !== undefined;
  const sign = numbers['plain'] === 1 ? -1 : 1;
  const normed = args.t !== undefined;
  for (let block = begin; block < end; block++) {
    const past = Math.min(n, (block + 1) * size);
    let dot = 0;
    let dotImaginary = 0;
    let norm = 0;
    for (let i = block * size; i < past; i++) {
      const result = x[2 * i];
      const resultImaginary = x[2 * i + 1];
      const beside = dotted ? z[2 * i] : 0;
      const besideImaginary = dotted ? sign * z[2 * i + 1] : 0;
      if (dotted) {
        dot += beside * result + besideImaginary * resultImaginary;
        dotImaginary += beside * resultImaginary - besideImaginary * result;
      }
      if (normed) norm += result * result + resultImaginary * resultImaginary;
    }
    sums[3 * block] = dot;
    sums[3 * block + 1] = dotImaginary;
    sums[3 * block + 2] = norm;
  }
}

// passes:end
