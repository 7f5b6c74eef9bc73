/** a/c, 0 where it is not finite. */
// @ts-ignore: decorator
@inline
export function safeQuotient<T>(a: T, c: T): T {
  const value = <T>(a / c);
  return isFinite<T>(value) ? value : <T>0;
}
