import type { Operation, Params, ValueArray } from '@spmv/core';
import type { VectorFactor, VectorPass } from '@spmv/kernel-kit';
import { VECTOR_PASSES } from '@spmv/kernel-kit';
import { scalar } from './operations/scalar.ts';
import type { Pair } from './pair.ts';
import { divided, isZero, numberOfPairs, pairAt, safely } from './pair.ts';

/** Operands of a pass over pairs: vectors and numbers in memory by their letters, numbers of the host by their names. */
type Given = Readonly<Record<string, ValueArray | number | undefined>>;

const hostNumber = (given: Given, times: VectorFactor['times']): number =>
  Number(typeof times === 'string' ? (given[times] ?? 1) : (times ?? 1));

/** A factor of a whole vector; undefined where what it multiplies is not to be seen. */
function factorOf(given: Given, { of, over, times }: VectorFactor): Pair | undefined {
  const vector = (name: string): Pair => pairAt(given[name]);
  const host = hostNumber(given, times);
  if (host === 0 || isZero(vector(of))) return undefined;
  const value = over === undefined ? vector(of) : safely(divided(vector(of), vector(over)));
  return isZero(value) ? undefined : [host * value[0], host * value[1]];
}

/** into ← into + factor·of, or factor·of where `into` is not read. */
function add(into: ValueArray, factor: Pair | undefined, of: ValueArray, isRead = true): void {
  if (!factor) {
    if (!isRead) into.fill(0);
    return;
  }
  const [a, b] = factor;
  // A factor without an imaginary part multiplies as a real number: an infinity stays in its part.
  const isReal = b === 0;
  for (let k = 0; k < into.length; k += 2) {
    const re = of[k];
    const im = of[k + 1];
    const real = isReal ? a * re : a * re - b * im;
    const imaginary = isReal ? a * im : a * im + b * re;
    into[k] = isRead ? into[k] + real : real;
    into[k + 1] = isRead ? into[k + 1] + imaginary : imaginary;
  }
}

/** into ← weights ∘ of. */
function weigh(into: ValueArray, weights: ValueArray, of: ValueArray): void {
  for (let k = 0; k < into.length; k += 2) {
    const a = weights[k];
    const b = weights[k + 1];
    const re = of[k];
    const im = of[k + 1];
    into[k] = a * re - b * im;
    into[k + 1] = a * im + b * re;
  }
}

/** zᴴy = Σ conj(zᵢ)·yᵢ. */
function dot(z: ValueArray, y: ValueArray): Pair {
  let real = 0;
  let imaginary = 0;
  for (let k = 0; k < y.length; k += 2) {
    real += z[k] * y[k] + z[k + 1] * y[k + 1];
    imaginary += z[k] * y[k + 1] - z[k + 1] * y[k];
  }
  return [real, imaginary];
}

function passOf({ id }: Operation, options: Params): VectorPass {
  const found = VECTOR_PASSES.find(
    (pass) =>
      pass.operation === id &&
      Object.entries(pass.options).every(([name, value]) => (options[name] ?? value) === value),
  );
  if (!found) throw new RangeError(`there is no pass ${id} over pairs`);
  return found;
}

/**
 * Computes an operation of this package but `gather` in complex arithmetic, on arrays of the host: vectors of n pairs, numbers in memory of one pair, α and β real. Sums conjugate: s ← zᴴy, with `squares` yᴴ(d ∘ y), and
 * t ← yᴴy. With `isTurned` s is yᴴz, its conjugate. `given` are the operands in their order; numbers of the host that are left out are 1.
 */
export function computePairsOnHost(
  operation: Operation,
  options: Params,
  operands: readonly (ValueArray | number)[],
  isTurned = false,
): void {
  if (operation.id === scalar.id) return numberOfPairs(operation, options, operands);
  const pass = passOf(operation, options);
  const given: Given = Object.fromEntries(operation.operands(options).map(({ name }, k) => [name, operands[k] ?? 1]));
  const vector = (letter: string): ValueArray => given[letter] as ValueArray;
  const { first, by, weights, second, share, moved, step, into, other, squares } = pass;
  if (moved !== undefined && step && second !== undefined) add(vector(moved), factorOf(given, step), vector(second));
  const result = vector(into ?? first);
  if (into !== undefined) {
    const shareOf = share && factorOf(given, share);
    const along =
      second === undefined || !shareOf ? undefined : into === second ? vector(second).slice() : vector(second);
    if (weights !== undefined) weigh(result, vector(weights), vector(first));
    else if (by) add(result, factorOf(given, by), vector(first), false);
    else if (into !== first) result.set(vector(first));
    if (along) add(result, shareOf, along);
  }
  const put = (name: 's' | 't', [real, imaginary]: Pair): void => {
    vector(name)[0] = real;
    vector(name)[1] = imaginary;
  };
  if (other !== undefined) {
    const [real, imaginary] = dot(vector(other), result);
    put('s', [real, isTurned ? -imaginary : imaginary]);
  }
  if (squares !== undefined) {
    const weighted = new Float64Array(result.length);
    weigh(weighted, vector(squares), result);
    put('s', dot(result, weighted));
  }
  if (pass.sums.includes('t')) put('t', [dot(result, result)[0], 0]);
}
