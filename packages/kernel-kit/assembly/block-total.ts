import { element } from './checked';

/** The sums of all blocks in their order, the first of each into s, the second into t. An address that is 0 stands for a sum that is not wanted. */
// @ts-ignore: decorator
@inline
export function total<T>(sums: usize, s: usize, t: usize, blocks: i32): void {
  let dot: f64 = 0;
  let norm: f64 = 0;
  for (let block = 0; block < blocks; block++) {
    if (s != 0) dot += load<f64>(element<f64>(sums, 2 * block));
    if (t != 0) norm += load<f64>(element<f64>(sums, 2 * block + 1));
  }
  if (s != 0) store<T>(element<T>(s, 0), <T>dot);
  if (t != 0) store<T>(element<T>(t, 0), <T>norm);
}
