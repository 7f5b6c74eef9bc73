import { checkRange, element, span } from '@spmv/kernel-kit/assembly/checked';
import { finishLanes, finishRow } from '@spmv/kernel-kit/assembly/finish-row';
import { joined, laneOf, lanes, maddCrossed, maddEqual } from '@spmv/kernel-kit/assembly/lanes';

/** The bits of row i and of those after it that share its number of `filled`, from bit 0 on; none where i is no row. */
// @ts-ignore: decorator
@inline
function bitsAt(filled: usize, word: i32, i: i32, rows: i32): u32 {
  if (i < 0 || i >= rows) return 0;
  return load<u32>(element<u32>(filled, word + (i >> 5))) >> (i & 31);
}

/** Values of rows i … and what they meet, 0 in lanes whose bit is not set: neither is read there. */
// @ts-ignore: decorator
@inline
function partOf<T>(base: usize, first: i32, bits: u32): v128 {
  if (sizeof<T>() == 8) {
    let part = f64x2.splat(0);
    if (bits & 1) part = f64x2.replace_lane(part, 0, load<f64>(element<f64>(base, first)));
    if (bits & 2) part = f64x2.replace_lane(part, 1, load<f64>(element<f64>(base, first + 1)));
    return part;
  }
  let part = f32x4.splat(0);
  if (bits & 1) part = f32x4.replace_lane(part, 0, load<f32>(element<f32>(base, first)));
  if (bits & 2) part = f32x4.replace_lane(part, 1, load<f32>(element<f32>(base, first + 1)));
  if (bits & 4) part = f32x4.replace_lane(part, 2, load<f32>(element<f32>(base, first + 2)));
  if (bits & 8) part = f32x4.replace_lane(part, 3, load<f32>(element<f32>(base, first + 3)));
  return part;
}

/** Vector `v`: what `maddEqual` or `maddCrossed` makes of the sum and the lanes whose bits are set. */
// @ts-ignore: decorator
@inline
function addPart<T>(v: i32, isCrossed: bool, sum: v128, values: usize, place: i32, x: usize, other: i32, bits: u32): v128 {
  const first = v * lanes<T>();
  const each: u32 = (1 << lanes<T>()) - 1;
  const here = (bits >> first) & each;
  if (here == 0) return sum;
  const value = here == each ? v128.load(span<T>(values, place + first, lanes<T>())) : partOf<T>(values, place + first, here);
  const met = here == each ? v128.load(span<T>(x, other + first, lanes<T>())) : partOf<T>(x, other + first, here);
  return isCrossed ? maddCrossed<T>(value, met, sum) : maddEqual<T>(value, met, sum);
}

/** Elements first … of y, as many as a vector has lanes, but none from `end` on. */
// @ts-ignore: decorator
@inline
function finishPart<T>(y: usize, first: i32, end: i32, sums: v128, alpha: T, beta: T): void {
  if (first + lanes<T>() <= end) finishLanes<T>(span<T>(y, first, lanes<T>()), sums, alpha, beta);
  else for (let lane = 0; first + lane < end; lane++) finishRow<T>(y, first + lane, laneOf<T>(sums, lane), alpha, beta);
}

/**
 * Elements begin … end − 1 of y, four or six vectors of them at a time, so that what is looked up of a diagonal is shared by as many. Element k has its entry of a diagonal in row k, and it meets x[k + offset];
 * transposed, in row k − offset, where it meets x of that row.
 */
// @ts-ignore: decorator
@inline
function diagonals<T, A>(transposed: bool, offset: usize, filled: usize, values: usize, x: usize, y: usize, rows: i32, count: i32, words: i32, alpha: T, beta: T, begin: i32, end: i32): void {
  // Two more of complex numbers: they have half as many elements in a vector, and twelve sums leave registers enough.
  const many = (isFloat<T>() ? 4 : 6) * lanes<T>();
  const all: u32 = (1 << many) - 1;
  checkRange(offset, 0, count, 2);
  for (let k = begin; k < end; k += many) {
    const wanted: u32 = end - k >= many ? all : (1 << (end - k)) - 1;
    let sum0 = i64x2.splat(0), sum1 = sum0, sum2 = sum0, sum3 = sum0;
    let sum4 = sum0, sum5 = sum0;
    let crossed0 = sum0, crossed1 = sum0, crossed2 = sum0, crossed3 = sum0, crossed4 = sum0, crossed5 = sum0;
    for (let d = 0; d < count; d++) {
      const shift = load<i32>(offset + (<usize>d << 2));
      const i = transposed ? k - shift : k;
      const place = d * rows + i;
      const other = transposed ? i : k + shift;
      // Rows may lie in two numbers of `filled`, and some before the first row.
      let bits = bitsAt(filled, d * words, i, rows);
      if (i < 0 && i + many > 0) bits = bitsAt(filled, d * words, 0, rows) << -i;
      else if ((i & 31) + many > 32) bits |= bitsAt(filled, d * words, (i | 31) + 1, rows) << (32 - (i & 31));
      bits &= wanted;
      if (bits == all) {
        checkRange(values, place, place + many, alignof<T>());
        checkRange(x, other, other + many, alignof<T>());
        const a = values + (<usize>place << alignof<T>());
        const met = x + (<usize>other << alignof<T>());
        const value0 = v128.load(a), met0 = v128.load(met);
        sum0 = maddEqual<T>(value0, met0, sum0);
        crossed0 = maddCrossed<T>(value0, met0, crossed0);
        const value1 = v128.load(a, 16), met1 = v128.load(met, 16);
        sum1 = maddEqual<T>(value1, met1, sum1);
        crossed1 = maddCrossed<T>(value1, met1, crossed1);
        const value2 = v128.load(a, 32), met2 = v128.load(met, 32);
        sum2 = maddEqual<T>(value2, met2, sum2);
        crossed2 = maddCrossed<T>(value2, met2, crossed2);
        const value3 = v128.load(a, 48), met3 = v128.load(met, 48);
        sum3 = maddEqual<T>(value3, met3, sum3);
        crossed3 = maddCrossed<T>(value3, met3, crossed3);
        if (!isFloat<T>()) {
          const value4 = v128.load(a, 64), met4 = v128.load(met, 64);
          sum4 = maddEqual<T>(value4, met4, sum4);
          crossed4 = maddCrossed<T>(value4, met4, crossed4);
          const value5 = v128.load(a, 80), met5 = v128.load(met, 80);
          sum5 = maddEqual<T>(value5, met5, sum5);
          crossed5 = maddCrossed<T>(value5, met5, crossed5);
        }
      } else if (bits != 0) {
        sum0 = addPart<T>(0, false, sum0, values, place, x, other, bits);
        crossed0 = addPart<T>(0, true, crossed0, values, place, x, other, bits);
        sum1 = addPart<T>(1, false, sum1, values, place, x, other, bits);
        crossed1 = addPart<T>(1, true, crossed1, values, place, x, other, bits);
        sum2 = addPart<T>(2, false, sum2, values, place, x, other, bits);
        crossed2 = addPart<T>(2, true, crossed2, values, place, x, other, bits);
        sum3 = addPart<T>(3, false, sum3, values, place, x, other, bits);
        crossed3 = addPart<T>(3, true, crossed3, values, place, x, other, bits);
        if (!isFloat<T>()) {
          sum4 = addPart<T>(4, false, sum4, values, place, x, other, bits);
          crossed4 = addPart<T>(4, true, crossed4, values, place, x, other, bits);
          sum5 = addPart<T>(5, false, sum5, values, place, x, other, bits);
          crossed5 = addPart<T>(5, true, crossed5, values, place, x, other, bits);
        }
      }
    }
    finishPart<T>(y, k, end, joined<T, A>(sum0, crossed0), alpha, beta);
    finishPart<T>(y, k + lanes<T>(), end, joined<T, A>(sum1, crossed1), alpha, beta);
    finishPart<T>(y, k + 2 * lanes<T>(), end, joined<T, A>(sum2, crossed2), alpha, beta);
    finishPart<T>(y, k + 3 * lanes<T>(), end, joined<T, A>(sum3, crossed3), alpha, beta);
    if (!isFloat<T>()) {
      finishPart<T>(y, k + 4 * lanes<T>(), end, joined<T, A>(sum4, crossed4), alpha, beta);
      finishPart<T>(y, k + 5 * lanes<T>(), end, joined<T, A>(sum5, crossed5), alpha, beta);
    }
  }
}

// @ts-ignore: decorator
@inline
export function dia<T>(
  offset: usize, filled: usize, values: usize, x: usize, y: usize, rows: i32, count: i32, words: i32, alpha: T, beta: T, begin: i32, end: i32,
): void {
  diagonals<T, T>(false, offset, filled, values, x, y, rows, count, words, alpha, beta, begin, end);
}

// @ts-ignore: decorator
@inline
export function diaTransposed<T, A = T>(
  offset: usize, filled: usize, values: usize, x: usize, y: usize, rows: i32, count: i32, words: i32, alpha: T, beta: T, begin: i32, end: i32,
): void {
  diagonals<T, A>(true, offset, filled, values, x, y, rows, count, words, alpha, beta, begin, end);
}
