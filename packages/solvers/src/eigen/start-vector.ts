import { normOf } from '../solve/scale.ts';

/** A vector of length 1 that is the same each time, another one for each seed, and has something of every eigenvector, as far as chance goes. */
export function startVector(n: number, seed = 0): Float64Array {
  let state = 12_345 + seed;
  const x = Float64Array.from({ length: n }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  });
  const length = normOf(x);
  return x.map((value) => value / length);
}
