import type { JsArguments, ValueArray } from '@spmv/core';

/** Vectors of pairs, and numbers in memory of one pair; those that a variant has not are missing. */
type Operands = Record<'a' | 'b' | 'c' | 'p' | 'q' | 'r' | 'x' | 'y' | 'z', ValueArray> &
  Partial<Record<'d' | 's' | 't', ValueArray>> &
  Record<'alpha' | 'alphaImaginary' | 'beta' | 'betaImaginary' | 'delta' | 'deltaImaginary', number>;

type Arguments = JsArguments<Operands>;

/** A complex number: real and imaginary part. */
type Pair = readonly [real: number, imaginary: number];

const pairOf = (given: ValueArray): Pair => [given[0], given[1]];

/** A number of the host times another: one without an imaginary part multiplies as a real number. */
function scaled(host: number, hostImaginary: number, [re, im]: Iterable<number> & ArrayLike<number>): Pair {
  if (hostImaginary === 0) return [host * re, host * im];
  return [host * re - hostImaginary * im, host * im + hostImaginary * re];
}

/** a/c, scaled so that no square leaves the range (Smith, Algorithm 116: complex division, 1962). */
function divided([re, im]: Pair, [real, imaginary]: Pair): Pair {
  if (imaginary === 0) return [re / real, im / real];
  const isSteep = Math.abs(real) < Math.abs(imaginary);
  const share = isSteep ? real / imaginary : imaginary / real;
  const size = isSteep ? imaginary + real * share : real + imaginary * share;
  return isSteep
    ? [(re * share + im) / size, (im * share - re) / size]
    : [(re + im * share) / size, (im - re * share) / size];
}

/** a/c, 0 where a part is not finite. */
function quotientOf(a: ValueArray, c: ValueArray): Pair {
  const [re, im] = divided(pairOf(a), pairOf(c));
  return Number.isFinite(re) && Number.isFinite(im) ? [re, im] : [0, 0];
}

const product = ([a, b]: Pair, [c, d]: Pair): Pair => [a * c - b * d, a * d + b * c];

/** s ← value, or 0 where a part is not finite as it is stored. */
function putSafely(s: ValueArray, value: Pair): void {
  s.set(value);
  if (!Number.isFinite(s[0]) || !Number.isFinite(s[1])) s.fill(0);
}

/** s ← a form of numbers, by its place in FORM_NAMES of the kit. The root is that of the real part. */
export function number(args: Arguments & { d: ValueArray; s: ValueArray }): void {
  const { a, b, c, d, s, alpha, alphaImaginary, beta, betaImaginary } = args;
  const times = (value: Pair): Pair => scaled(args.delta, args.deltaImaginary, value);
  switch (args.numbers['form']) {
    case 0:
      return putSafely(s, times(divided(pairOf(a), pairOf(b))));
    case 1:
      return s.set(times(product(pairOf(a), pairOf(b))));
    case 2: {
      const first = alpha === 0 && alphaImaginary === 0 ? [0, 0] : scaled(alpha, alphaImaginary, a);
      if (beta === 0 && betaImaginary === 0) return s.set(first);
      const second = scaled(beta, betaImaginary, b);
      return s.set([first[0] + second[0], first[1] + second[1]]);
    }
    case 3:
      return putSafely(s, times([Math.sqrt(a[0]), 0]));
    case 4:
      return putSafely(s, times(product(divided(pairOf(a), pairOf(c)), divided(pairOf(b), pairOf(d)))));
    case 5: {
      const parts = [...pairOf(a), ...pairOf(b)];
      const [p, q, u, v] = parts;
      // NaN beside an infinity stays one.
      return s.set([parts.every(Number.isFinite) ? Math.hypot(...parts) : p * p + q * q + u * u + v * v, 0]);
    }
    case 6:
      return s.set(pairOf(a));
    default:
      s.set(times([a[0], -a[1]]));
  }
}

// Blocks begin..end of each operation of the table of passes in complex arithmetic; after each its sums are in scratch, s and t as pairs. Written by test/compiled-ways.test.ts. passes:begin
export function linear(args: Arguments): void {
  const { y, x, z, scratch, numbers, sizes, begin, end } = args;
  const byPair = args.b;
  const bySeen = (args.beta !== 0 || args.betaImaginary !== 0) && (byPair[0] !== 0 || byPair[1] !== 0);
  const [by, byImaginary] = scaled(args.beta, args.betaImaginary, byPair);
  const sharePair = args.a;
  const shareSeen = (args.alpha !== 0 || args.alphaImaginary !== 0) && (sharePair[0] !== 0 || sharePair[1] !== 0);
  const [share, shareImaginary] = scaled(args.alpha, args.alphaImaginary, sharePair);
  const unseen = shareSeen ? -0 : 0;
  const blockSize = numbers['blockSize'];
  const n = sizes['n'];
  const sums = scratch['sums'] as Float64Array;
  const dotted = args.s !== undefined;
  const sign = numbers['unconjugated'] === 1 ? -1 : 1;
  const normed = args.t !== undefined;
  for (let block = begin; block < end; block++) {
    const past = Math.min(n, (block + 1) * blockSize);
    let dot = 0;
    let dotImaginary = 0;
    let norm = 0;
    for (let i = block * blockSize; i < past; i++) {
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
      const size = result * result + resultImaginary * resultImaginary;
      if (normed) norm += size;
    }
    if (!dotted && !normed) continue;
    sums[4 * block] = dot;
    sums[4 * block + 1] = dotImaginary;
    sums[4 * block + 2] = norm;
    sums[4 * block + 3] = 0;
  }
}

export function advance(args: Arguments): void {
  const { r, p, x, numbers, sizes, begin, end } = args;
  const sharePair = args.b;
  const shareSeen = (sharePair[0] !== 0 || sharePair[1] !== 0);
  const [share, shareImaginary] = scaled(1, 0, sharePair);
  const stepPair = args.a;
  const stepSeen = (stepPair[0] !== 0 || stepPair[1] !== 0);
  const [step, stepImaginary] = scaled(1, 0, stepPair);
  const blockSize = numbers['blockSize'];
  const n = sizes['n'];
  for (let block = begin; block < end; block++) {
    const past = Math.min(n, (block + 1) * blockSize);
    for (let i = block * blockSize; i < past; i++) {
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
  const [share, shareImaginary] = scaled(-1, 0, sharePair);
  const blockSize = numbers['blockSize'];
  const n = sizes['n'];
  const sums = scratch['sums'] as Float64Array;
  const normed = args.t !== undefined;
  for (let block = begin; block < end; block++) {
    const past = Math.min(n, (block + 1) * blockSize);
    let dot = 0;
    let dotImaginary = 0;
    let norm = 0;
    for (let i = block * blockSize; i < past; i++) {
      const along = q[2 * i];
      const alongImaginary = q[2 * i + 1];
      const base = r[2 * i];
      const baseImaginary = r[2 * i + 1];
      const result = shareSeen ? base + (shareImaginary === 0 ? share * along : share * along - shareImaginary * alongImaginary) : base;
      const resultImaginary = shareSeen ? baseImaginary + (shareImaginary === 0 ? share * alongImaginary : share * alongImaginary + shareImaginary * along) : baseImaginary;
      r[2 * i] = result;
      r[2 * i + 1] = resultImaginary;
      const size = result * result + resultImaginary * resultImaginary;
      if (d !== undefined) {
        dot += d[2 * i] * size;
        dotImaginary += d[2 * i + 1] * size;
      }
      if (normed) norm += size;
    }
    sums[4 * block] = dot;
    sums[4 * block + 1] = dotImaginary;
    sums[4 * block + 2] = norm;
    sums[4 * block + 3] = 0;
  }
}

export function conjugate(args: Arguments): void {
  const { r, p, x, d, numbers, sizes, begin, end } = args;
  const sharePair = quotientOf(args.b, args.a);
  const shareSeen = (sharePair[0] !== 0 || sharePair[1] !== 0);
  const [share, shareImaginary] = scaled(1, 0, sharePair);
  const stepPair = quotientOf(args.a, args.c);
  const stepSeen = (stepPair[0] !== 0 || stepPair[1] !== 0);
  const [step, stepImaginary] = scaled(1, 0, stepPair);
  const blockSize = numbers['blockSize'];
  const n = sizes['n'];
  for (let block = begin; block < end; block++) {
    const past = Math.min(n, (block + 1) * blockSize);
    for (let i = block * blockSize; i < past; i++) {
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
  const blockSize = numbers['blockSize'];
  const n = sizes['n'];
  const sums = scratch['sums'] as Float64Array;
  const dotted = args.s !== undefined;
  const sign = numbers['unconjugated'] === 1 ? -1 : 1;
  for (let block = begin; block < end; block++) {
    const past = Math.min(n, (block + 1) * blockSize);
    let dot = 0;
    let dotImaginary = 0;
    for (let i = block * blockSize; i < past; i++) {
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
    sums[4 * block] = dot;
    sums[4 * block + 1] = dotImaginary;
    sums[4 * block + 2] = 0;
    sums[4 * block + 3] = 0;
  }
}

export function dots(args: Arguments): void {
  const { x, z, scratch, numbers, sizes, begin, end } = args;
  const blockSize = numbers['blockSize'];
  const n = sizes['n'];
  const sums = scratch['sums'] as Float64Array;
  const dotted = args.s !== undefined;
  const sign = numbers['unconjugated'] === 1 ? -1 : 1;
  const normed = args.t !== undefined;
  for (let block = begin; block < end; block++) {
    const past = Math.min(n, (block + 1) * blockSize);
    let dot = 0;
    let dotImaginary = 0;
    let norm = 0;
    for (let i = block * blockSize; i < past; i++) {
      const result = x[2 * i];
      const resultImaginary = x[2 * i + 1];
      const beside = dotted ? z[2 * i] : 0;
      const besideImaginary = dotted ? sign * z[2 * i + 1] : 0;
      if (dotted) {
        dot += beside * result + besideImaginary * resultImaginary;
        dotImaginary += beside * resultImaginary - besideImaginary * result;
      }
      const size = result * result + resultImaginary * resultImaginary;
      if (normed) norm += size;
    }
    sums[4 * block] = dot;
    sums[4 * block + 1] = dotImaginary;
    sums[4 * block + 2] = norm;
    sums[4 * block + 3] = 0;
  }
}

// passes:end
