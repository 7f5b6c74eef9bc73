import { checkRange, element, span } from '@spmv/kernel-kit/assembly/checked';
import { finishLanes, finishRow } from '@spmv/kernel-kit/assembly/finish-row';
import { joined, laneOf, lanes, madd, maddImaginary, maddReal } from '@spmv/kernel-kit/assembly/lanes';

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

/** Vector `v` of four: the sum and the products of its lanes whose bits are set. */
// @ts-ignore: decorator
@inline
function addPart<T, A>(v: i32, sum: v128, values: usize, place: i32, x: usize, other: i32, bits: u32): v128 {
  const first = v * lanes<T>();
  const each: u32 = (1 << lanes<T>()) - 1;
  const here = (bits >> first) & each;
  if (here == each) return madd<T, A>(v128.load(span<T>(values, place + first, lanes<T>())), v128.load(span<T>(x, other + first, lanes<T>())), sum);
  return here == 0 ? sum : madd<T, A>(partOf<T>(values, place + first, here), partOf<T>(x, other + first, here), sum);
}

/** Elements first … of y, as many as a vector has lanes, but none from `end` on. */
// @ts-ignore: decorator
@inline
function finishPart<T>(y: usize, first: i32, end: i32, sums: v128, alpha: T, beta: T): void {
  if (first + lanes<T>() <= end) finishLanes<T>(span<T>(y, first, lanes<T>()), sums, alpha, beta);
  else for (let lane = 0; first + lane < end; lane++) finishRow<T>(y, first + lane, laneOf<T>(sums, lane), alpha, beta);
}

/**
 * Elements begin … end − 1 of y, four vectors of them at a time, so that what is looked up of a diagonal is shared by as many. Element k has its entry of a diagonal in row k, and it meets x[k + offset];
 * transposed, in row k − offset, where it meets x of that row.
 */
// @ts-ignore: decorator
@inline
function diagonals<T, A>(transposed: bool, offset: usize, filled: usize, values: usize, x: usize, y: usize, rows: i32, count: i32, words: i32, alpha: T, beta: T, begin: i32, end: i32): void {
  const many = 4 * lanes<T>();
  const all: u32 = (1 << many) - 1;
  checkRange(offset, 0, count, 2);
  for (let k = begin; k < end; k += many) {
    const wanted: u32 = end - k >= many ? all : (1 << (end - k)) - 1;
    let sum0 = i64x2.splat(0), sum1 = sum0, sum2 = sum0, sum3 = sum0;
    let turn0 = sum0, turn1 = sum0, turn2 = sum0, turn3 = sum0;
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
        const m0 = v128.load(met);
        sum0 = maddReal<T>(a, m0, sum0);
        turn0 = maddImaginary<T>(a, m0, turn0);
        const m1 = v128.load(met, 16);
        sum1 = maddReal<T>(a + 16, m1, sum1);
        turn1 = maddImaginary<T>(a + 16, m1, turn1);
        const m2 = v128.load(met, 32);
        sum2 = maddReal<T>(a + 32, m2, sum2);
        turn2 = maddImaginary<T>(a + 32, m2, turn2);
        const m3 = v128.load(met, 48);
        sum3 = maddReal<T>(a + 48, m3, sum3);
        turn3 = maddImaginary<T>(a + 48, m3, turn3);
      } else if (bits != 0) {
        sum0 = addPart<T, A>(0, sum0, values, place, x, other, bits);
        sum1 = addPart<T, A>(1, sum1, values, place, x, other, bits);
        sum2 = addPart<T, A>(2, sum2, values, place, x, other, bits);
        sum3 = addPart<T, A>(3, sum3, values, place, x, other, bits);
      }
    }
    finishPart<T>(y, k, end, joined<T, A>(sum0, turn0), alpha, beta);
    finishPart<T>(y, k + lanes<T>(), end, joined<T, A>(sum1, turn1), alpha, beta);
    finishPart<T>(y, k + 2 * lanes<T>(), end, joined<T, A>(sum2, turn2), alpha, beta);
    finishPart<T>(y, k + 3 * lanes<T>(), end, joined<T, A>(sum3, turn3), alpha, beta);
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
