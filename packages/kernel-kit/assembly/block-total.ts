import { element } from './checked';
import { pair } from './numbers';

/** The sums of all blocks in their order, of every second number from `first` on. */
// @ts-ignore: decorator
@inline
function sumOf<T>(sums: usize, first: i32, blocks: i32): T {
  const components = isFloat<T>() ? 1 : 2;
  let real: f64 = 0;
  let imaginary: f64 = 0;
  for (let block = 0; block < blocks; block++) {
    const at = components * (2 * block + first);
    real += load<f64>(element<f64>(sums, at));
    if (!isFloat<T>()) imaginary += load<f64>(element<f64>(sums, at + 1));
  }
  return isFloat<T>() ? <T>real : pair<T>(real, imaginary);
}

/** The sums of all blocks in their order, the first of each into s, the second into t. An address that is 0 stands for a sum that is not wanted. */
// @ts-ignore: decorator
@inline
export function total<T>(sums: usize, s: usize, t: usize, blocks: i32): void {
  if (s != 0) store<T>(element<T>(s, 0), sumOf<T>(sums, 0, blocks));
  if (t != 0) store<T>(element<T>(t, 0), sumOf<T>(sums, 1, blocks));
}
