/** yᵢ ← α·sum + βyᵢ; y is not read when β = 0. */
// @ts-ignore: decorator
@inline
export function finishRow<T>(y: usize, i: i32, sum: T, alpha: T, beta: T): void {
  const place = y + (<usize>i << alignof<T>());
  const product = <T>(alpha * sum);
  store<T>(place, beta == 0 ? product : <T>(product + beta * load<T>(place)));
}
