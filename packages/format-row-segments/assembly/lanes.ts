/** a·b + c in each lane; fused where the module may use relaxed SIMD. */
// @ts-ignore: decorator
@inline
export function madd<T>(a: v128, b: v128, c: v128): v128 {
  if (sizeof<T>() == 8) return ASC_FEATURE_RELAXED_SIMD ? f64x2.relaxed_madd(a, b, c) : f64x2.add(f64x2.mul(a, b), c);
  return ASC_FEATURE_RELAXED_SIMD ? f32x4.relaxed_madd(a, b, c) : f32x4.add(f32x4.mul(a, b), c);
}

/** Lanes of T in a vector. */
// @ts-ignore: decorator
@inline
export function lanes<T>(): i32 {
  return 16 / sizeof<T>();
}

// @ts-ignore: decorator
@inline
export function splat<T>(value: T): v128 {
  return sizeof<T>() == 8 ? f64x2.splat(<f64>value) : f32x4.splat(<f32>value);
}

// @ts-ignore: decorator
@inline
export function add<T>(a: v128, b: v128): v128 {
  return sizeof<T>() == 8 ? f64x2.add(a, b) : f32x4.add(a, b);
}

// @ts-ignore: decorator
@inline
export function mul<T>(a: v128, b: v128): v128 {
  return sizeof<T>() == 8 ? f64x2.mul(a, b) : f32x4.mul(a, b);
}

/** Sum of the lanes. */
// @ts-ignore: decorator
@inline
export function total<T>(sums: v128): T {
  if (sizeof<T>() == 8) return <T>(f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1));
  sums = f32x4.add(sums, i8x16.shuffle(sums, sums, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
  return <T>(f32x4.extract_lane(sums, 0) + f32x4.extract_lane(sums, 1));
}

/** The elements of x in the columns at `c`: as many as a vector has lanes of T. */
// @ts-ignore: decorator
@inline
export function gather<T>(x: usize, c: usize): v128 {
  if (sizeof<T>() == 8) {
    const low = v128.load_zero<f64>(x + (<usize>load<i32>(c) << 3));
    return v128.load_lane<f64>(x + (<usize>load<i32>(c, 4) << 3), low, 1);
  }
  let found = v128.load_zero<f32>(x + (<usize>load<i32>(c) << 2));
  found = v128.load_lane<f32>(x + (<usize>load<i32>(c, 4) << 2), found, 1);
  found = v128.load_lane<f32>(x + (<usize>load<i32>(c, 8) << 2), found, 2);
  return v128.load_lane<f32>(x + (<usize>load<i32>(c, 12) << 2), found, 3);
}

/** As many y ← α·sums + βy as a vector has lanes; y is not read when β = 0. */
// @ts-ignore: decorator
@inline
export function writeLanes<T>(y: usize, sums: v128, alpha: T, beta: T): void {
  let result = mul<T>(splat<T>(alpha), sums);
  if (beta != 0) result = add<T>(result, mul<T>(splat<T>(beta), v128.load(y)));
  v128.store(y, result);
}

/** One y ← α·sum + βy; y is not read when β = 0. */
// @ts-ignore: decorator
@inline
export function writeOne<T>(y: usize, sum: T, alpha: T, beta: T): void {
  const product = <T>(alpha * sum);
  store<T>(y, beta == 0 ? product : <T>(product + beta * load<T>(y)));
}
