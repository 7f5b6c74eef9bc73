/*
 * Numbers of T, single ones and in vectors. T is f64, f32, v128 for a complex number of two f64, or u64 for the bits of one of two f32. Where the second
 * type of a product is bool, its first factor is conjugated.
 */

/** Whether numbers of T are made of f64, else of f32. */
// @ts-ignore: decorator
@inline
function isWide<T>(): bool {
  return isVector<T>() || (isFloat<T>() && sizeof<T>() == 8);
}

/** a·b in each part of a number. */
// @ts-ignore: decorator
@inline
function mulParts<T>(a: v128, b: v128): v128 {
  return isWide<T>() ? f64x2.mul(a, b) : f32x4.mul(a, b);
}

/** a·b + c in each part; fused where the module may use relaxed SIMD. */
// @ts-ignore: decorator
@inline
function maddParts<T>(a: v128, b: v128, c: v128): v128 {
  if (isWide<T>()) return ASC_FEATURE_RELAXED_SIMD ? f64x2.relaxed_madd(a, b, c) : f64x2.add(f64x2.mul(a, b), c);
  return ASC_FEATURE_RELAXED_SIMD ? f32x4.relaxed_madd(a, b, c) : f32x4.add(f32x4.mul(a, b), c);
}

/** The real parts of complex numbers, each twice. */
// @ts-ignore: decorator
@inline
function realParts<T>(a: v128): v128 {
  return isWide<T>() ? v128.shuffle<f64>(a, a, 0, 0) : v128.shuffle<f32>(a, a, 0, 0, 2, 2);
}

/** Their imaginary parts. */
// @ts-ignore: decorator
@inline
function imaginaryParts<T>(a: v128): v128 {
  return isWide<T>() ? v128.shuffle<f64>(a, a, 1, 1) : v128.shuffle<f32>(a, a, 1, 1, 3, 3);
}

/** Their imaginary parts in the places of the real ones, and the other way round. */
// @ts-ignore: decorator
@inline
function partsSwapped<T>(a: v128): v128 {
  return isWide<T>() ? v128.shuffle<f64>(a, a, 1, 0) : v128.shuffle<f32>(a, a, 1, 0, 3, 2);
}

/** ib, or −ib where A says that the other factor is conjugated. */
// @ts-ignore: decorator
@inline
function turned<T, A>(b: v128): v128 {
  const parts = partsSwapped<T>(b);
  if (isWide<T>()) return v128.xor(parts, isBoolean<A>() ? f64x2(0, -0.0) : f64x2(-0.0, 0));
  return v128.xor(parts, isBoolean<A>() ? f32x4(0, -0.0, 0, -0.0) : f32x4(-0.0, 0, -0.0, 0));
}

/** a·b + c in each lane; fused where the module may use relaxed SIMD. */
// @ts-ignore: decorator
@inline
export function madd<T, A = T>(a: v128, b: v128, c: v128): v128 {
  if (isFloat<T>()) return maddParts<T>(a, b, c);
  return maddParts<T>(imaginaryParts<T>(a), turned<T, A>(b), maddParts<T>(realParts<T>(a), b, c));
}

/**
 * a·b + c, of complex numbers what equal parts give, re·re and im·im, apart from re·im and im·re, which `maddCrossed` adds up: an entry takes one shuffle, that of b,
 * and neither sum waits for the other. `joined` makes numbers of both.
 */
// @ts-ignore: decorator
@inline
export function maddEqual<T>(a: v128, b: v128, c: v128): v128 {
  return maddParts<T>(a, b, c);
}

// @ts-ignore: decorator
@inline
export function maddCrossed<T>(a: v128, b: v128, c: v128): v128 {
  return isFloat<T>() ? c : maddParts<T>(a, partsSwapped<T>(b), c);
}

// @ts-ignore: decorator
@inline
export function joined<T, A = T>(equal: v128, crossed: v128): v128 {
  if (isFloat<T>()) return equal;
  if (isWide<T>()) {
    const second = v128.shuffle<f64>(equal, crossed, 1, 3);
    return f64x2.add(v128.shuffle<f64>(equal, crossed, 0, 2), v128.xor(second, isBoolean<A>() ? f64x2(0, -0.0) : f64x2(-0.0, 0)));
  }
  // One of them changes signs: im·im, or re·im of the one that is conjugated.
  const signs = f32x4(0, -0.0, 0, -0.0);
  const real = isBoolean<A>() ? equal : v128.xor(equal, signs);
  const imaginary = isBoolean<A>() ? v128.xor(crossed, signs) : crossed;
  return v128.shuffle<f32>(f32x4.add(real, partsSwapped<T>(real)), f32x4.add(imaginary, partsSwapped<T>(imaginary)), 0, 5, 2, 7);
}

/** a·b + c for the numbers at `a`: a part of two f64 is loaded into both lanes, which takes no shuffle. */
// @ts-ignore: decorator
@inline
export function maddAt<T>(a: usize, b: v128, c: v128): v128 {
  if (!isVector<T>()) return madd<T>(v128.load(a), b, c);
  return maddParts<T>(v128.load_splat<f64>(a, 8), turned<T, T>(b), maddParts<T>(v128.load_splat<f64>(a), b, c));
}

/** a·b in each lane. */
// @ts-ignore: decorator
@inline
export function mul<T, A = T>(a: v128, b: v128): v128 {
  if (isFloat<T>()) return mulParts<T>(a, b);
  return maddParts<T>(imaginaryParts<T>(a), turned<T, A>(b), mulParts<T>(realParts<T>(a), b));
}

/** Whether a factor has an imaginary part; one without multiplies as a real number. */
// @ts-ignore: decorator
@inline
export function hasImaginary<T>(factor: T): bool {
  if (isFloat<T>()) return false;
  // Of two f32: any bit but its sign, where no vector need be made.
  if (!isVector<T>()) return (<u64>factor >> 32) << 33 != 0;
  return v128.any_true(f64x2.ne(imaginaryParts<T>(splat<T>(factor)), i64x2.splat(0)));
}

/** A factor times the numbers in a vector. */
// @ts-ignore: decorator
@inline
export function scale<T>(factor: T, values: v128): v128 {
  return scaleBy<T>(factor, hasImaginary<T>(factor), values);
}

/** The same where it is known whether it has an imaginary part. */
// @ts-ignore: decorator
@inline
export function scaleBy<T>(factor: T, isComplex: bool, values: v128): v128 {
  const factors = splat<T>(factor);
  if (isFloat<T>()) return mulParts<T>(factors, values);
  const real = mulParts<T>(realParts<T>(factors), values);
  return isComplex ? maddParts<T>(imaginaryParts<T>(factors), turned<T, T>(values), real) : real;
}

/** c + a factor times the numbers in a vector. */
// @ts-ignore: decorator
@inline
export function addScaled<T>(factor: T, isComplex: bool, values: v128, c: v128): v128 {
  const factors = splat<T>(factor);
  if (isFloat<T>()) return maddParts<T>(factors, values, c);
  const real = maddParts<T>(realParts<T>(factors), values, c);
  return isComplex ? maddParts<T>(imaginaryParts<T>(factors), turned<T, T>(values), real) : real;
}

/** The squares of the parts of numbers, added to those in c. */
// @ts-ignore: decorator
@inline
export function addSquares<T>(a: v128, c: v128): v128 {
  return maddParts<T>(a, a, c);
}

/** weights·|a|² + c. */
// @ts-ignore: decorator
@inline
export function addWeightedSquares<T>(weights: v128, a: v128, c: v128): v128 {
  if (isFloat<T>()) return maddParts<T>(a, mulParts<T>(weights, a), c);
  const squares = mulParts<T>(a, a);
  return maddParts<T>(weights, add<T>(squares, partsSwapped<T>(squares)), c);
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
  if (isFloat<T>()) return sizeof<T>() == 8 ? f64x2.splat(<f64>value) : f32x4.splat(<f32>value);
  if (isVector<T>()) return <v128>value;
  return i64x2.splat(<u64>value);
}

/** Lane `lane` of a vector, a constant. */
// @ts-ignore: decorator
@inline
export function laneOf<T>(sums: v128, lane: i32): T {
  if (isVector<T>()) return <T>sums;
  if (!isFloat<T>()) return lane == 0 ? <T>i64x2.extract_lane(sums, 0) : <T>i64x2.extract_lane(sums, 1);
  if (sizeof<T>() == 8) return lane == 0 ? <T>f64x2.extract_lane(sums, 0) : <T>f64x2.extract_lane(sums, 1);
  if (lane == 0) return <T>f32x4.extract_lane(sums, 0);
  if (lane == 1) return <T>f32x4.extract_lane(sums, 1);
  if (lane == 2) return <T>f32x4.extract_lane(sums, 2);
  return <T>f32x4.extract_lane(sums, 3);
}

// @ts-ignore: decorator
@inline
export function add<T>(a: v128, b: v128): v128 {
  return isWide<T>() ? f64x2.add(a, b) : f32x4.add(a, b);
}

/** The number at `place` in the first lanes, the others 0. */
// @ts-ignore: decorator
@inline
export function loadFirst<T>(place: usize): v128 {
  if (isVector<T>()) return v128.load(place);
  return sizeof<T>() == 8 ? v128.load_zero<f64>(place) : v128.load_zero<f32>(place);
}

/** Writes the number in the first lanes. */
// @ts-ignore: decorator
@inline
export function storeFirst<T>(place: usize, values: v128): void {
  if (isVector<T>()) v128.store(place, values);
  else if (sizeof<T>() == 8) v128.store_lane<f64>(place, values, 0);
  else v128.store_lane<f32>(place, values, 0);
}

/** The sum of the complex numbers in a vector, in its first lanes. */
// @ts-ignore: decorator
@inline
export function folded<T>(sums: v128): v128 {
  return isVector<T>() ? sums : f32x4.add(sums, v128.shuffle<f64>(sums, sums, 1, 0));
}

/** Sum of the lanes. */
// @ts-ignore: decorator
@inline
export function total<T>(sums: v128): T {
  if (isVector<T>()) return <T>sums;
  if (sizeof<T>() == 8 && isFloat<T>()) return <T>(f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1));
  sums = f32x4.add(sums, i8x16.shuffle(sums, sums, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
  if (!isFloat<T>()) return laneOf<T>(sums, 0);
  return <T>(f32x4.extract_lane(sums, 0) + f32x4.extract_lane(sums, 1));
}
