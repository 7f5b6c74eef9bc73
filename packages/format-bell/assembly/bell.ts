import { finishRow } from '@spmv/kernel-kit/assembly/finish-row';
import { madd, total } from '@spmv/kernel-kit/assembly/lanes';
import { plus, plusProduct, zero } from '@spmv/kernel-kit/assembly/numbers';

/** Four or two neighbouring values times four or two neighbouring x: nothing is gathered. `count` is 2 or 4. */
// @ts-ignore: decorator
@inline
function addRow<T>(sum: v128, values: usize, x: usize, count: i32): v128 {
  if (sizeof<T>() >= 8) {
    sum = madd<T>(v128.load(values), v128.load(x), sum);
    if (isVector<T>() || count == 4) sum = madd<T>(v128.load(values, 16), v128.load(x, 16), sum);
    if (!isVector<T>() || count == 2) return sum;
    return madd<T>(v128.load(values, 48), v128.load(x, 48), madd<T>(v128.load(values, 32), v128.load(x, 32), sum));
  }
  return count == 4 ? madd<T>(v128.load(values), v128.load(x), sum) : madd<T>(v128.load_zero<f64>(values), v128.load_zero<f64>(x), sum);
}

/** The mask at `place`, of one, two or four bytes. */
// @ts-ignore: decorator
@inline
function maskAt(mask: usize, place: i32, size: i32): u32 {
  if (size <= 8) return load<u8>(mask + <usize>place);
  if (size <= 16) return load<u16>(mask + (<usize>place << 1));
  return load<u32>(mask + (<usize>place << 2));
}

/** Rows of blocks begin … end − 1, each row of A in turn; elements that no bit of the mask names are never multiplied. */
// @ts-ignore: decorator
@inline
function bell<T>(
  blockColIndex: usize, mask: usize, values: usize, x: usize, y: usize,
  r: i32, c: i32, width: i32, stride: i32, byColumn: bool, rows: i32, alpha: T, beta: T, begin: i32, end: i32,
): void {
  const size = r * c;
  const placeStep = byColumn ? stride : 1;
  const elementStep = byColumn ? stride : 1;
  const valuePlaceStep = byColumn ? stride * size : size;
  const fullRow: u32 = c == 32 ? 0xffffffff : (<u32>1 << c) - 1;
  const vectors = !byColumn && (c == 2 || c == 4);
  for (let b = begin; b < end; b++) {
    for (let i = b * r; i < min(rows, (b + 1) * r); i++) {
      const firstElement = (i - b * r) * c;
      let place = byColumn ? b : b * stride;
      let first = (byColumn ? b : b * stride * size) + firstElement * elementStep;
      let sum = zero<T>();
      let sums = i64x2.splat(0);
      for (let k = 0; k < width; k++) {
        const blockCol = load<i32>(blockColIndex + (<usize>place << 2));
        if (blockCol < 0) break;
        const bits = (maskAt(mask, place, size) >> firstElement) & fullRow;
        const xs = x + (<usize>(blockCol * c) << alignof<T>());
        if (vectors && bits == fullRow) {
          sums = addRow<T>(sums, values + (<usize>first << alignof<T>()), xs, c);
        } else {
          for (let e = 0; e < c; e++) {
            if ((bits >> e) & 1) sum = plusProduct<T>(sum, load<T>(values + (<usize>(first + e * elementStep) << alignof<T>())), load<T>(xs + (<usize>e << alignof<T>())));
          }
        }
        place += placeStep;
        first += valuePlaceStep;
      }
      finishRow<T>(y, i, vectors ? plus<T>(sum, total<T>(sums)) : sum, alpha, beta);
    }
  }
}

// @ts-ignore: decorator
@inline
export function bellColumn<T>(
  blockColIndex: usize, mask: usize, values: usize, x: usize, y: usize, r: i32, c: i32, width: i32, stride: i32, rows: i32, alpha: T, beta: T, begin: i32, end: i32,
): void {
  bell<T>(blockColIndex, mask, values, x, y, r, c, width, stride, true, rows, alpha, beta, begin, end);
}

// @ts-ignore: decorator
@inline
export function bellRow<T>(
  blockColIndex: usize, mask: usize, values: usize, x: usize, y: usize, r: i32, c: i32, width: i32, stride: i32, rows: i32, alpha: T, beta: T, begin: i32, end: i32,
): void {
  bell<T>(blockColIndex, mask, values, x, y, r, c, width, stride, false, rows, alpha, beta, begin, end);
}
