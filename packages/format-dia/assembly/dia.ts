import { checkRange, element } from '@spmv/kernel-kit/assembly/checked';
import { finishRow } from '@spmv/kernel-kit/assembly/finish-row';
import { laneOf, lanes, madd } from '@spmv/kernel-kit/assembly/lanes';

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

/**
 * Elements begin … end − 1 of y, as many as a vector has lanes at a time. Element k has its entry of a diagonal in row k, and it meets x[k + offset];
 * transposed, in row k − offset, where it meets x of that row.
 */
// @ts-ignore: decorator
@inline
function diagonals<T, A>(transposed: bool, offset: usize, filled: usize, values: usize, x: usize, y: usize, rows: i32, count: i32, words: i32, alpha: T, beta: T, begin: i32, end: i32): void {
  const many = lanes<T>();
  const all: u32 = (1 << many) - 1;
  checkRange(offset, 0, count, 2);
  for (let k = begin; k < end; k += many) {
    const wanted: u32 = end - k >= many ? all : (1 << (end - k)) - 1;
    let sums = i64x2.splat(0);
    for (let d = 0; d < count; d++) {
      const shift = load<i32>(offset + (<usize>d << 2));
      const i = transposed ? k - shift : k;
      const place = d * rows + i;
      const other = transposed ? i : k + shift;
      // Lanes may lie in two numbers of `filled`, and some before the first row.
      let bits = bitsAt(filled, d * words, i, rows);
      if (i < 0 && i + many > 0) bits = bitsAt(filled, d * words, 0, rows) << -i;
      else if ((i & 31) + many > 32) bits |= bitsAt(filled, d * words, (i | 31) + 1, rows) << (32 - (i & 31));
      bits &= wanted;
      if (bits == all) {
        checkRange(values, place, place + many, alignof<T>());
        checkRange(x, other, other + many, alignof<T>());
        sums = madd<T, A>(v128.load(values + (<usize>place << alignof<T>())), v128.load(x + (<usize>other << alignof<T>())), sums);
      } else if (bits != 0) {
        sums = madd<T, A>(partOf<T>(values, place, bits), partOf<T>(x, other, bits), sums);
      }
    }
    const last = min(many, end - k);
    for (let lane = 0; lane < last; lane++) finishRow<T>(y, k + lane, laneOf<T>(sums, lane), alpha, beta);
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
