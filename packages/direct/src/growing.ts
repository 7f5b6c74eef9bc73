/** Where numbers of a factor or a front lie. */
export interface NumbersMemory {
  /** So many numbers, all 0; undefined where there is no such memory. Default: a new array. */
  readonly memory?: (length: number) => Float64Array | undefined;
}

/** An array that grows, by a quarter more than is needed. */
export interface Growing<A extends Float64Array | Int32Array> {
  array: A;
  used: number;
  /** What makes a larger one. Default: a new array. */
  readonly make?: ((length: number) => A | undefined) | undefined;
}

/** Makes room for `more` numbers after those that are used. */
export function reserve<A extends Float64Array | Int32Array>(to: Growing<A>, more: number): void {
  const length = to.used + more;
  if (length <= to.array.length) return;
  const wanted = Math.ceil(length * 1.25);
  const larger = to.make?.(wanted) ?? new (to.array.constructor as new (length: number) => A)(wanted);
  larger.set(to.array.subarray(0, to.used));
  to.array = larger;
}

/** Puts numbers behind those that are used. */
export function push<A extends Float64Array | Int32Array>(to: Growing<A>, from: A): void {
  reserve(to, from.length);
  to.array.set(from, to.used);
  to.used += from.length;
}

/** Room for so many numbers, the same each time where it is large enough. */
export function room(of: Growing<Float64Array>, length: number): Float64Array {
  of.used = 0;
  reserve(of, length);
  return of.array;
}
