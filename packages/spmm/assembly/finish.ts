import { element, span } from '@spmv/kernel-kit/assembly/checked';
import { finishAt, finishLanes } from '@spmv/kernel-kit/assembly/finish-row';
import { laneOf, lanes } from '@spmv/kernel-kit/assembly/lanes';

/** The lanes of `sums` to elements of Y that are `yCol` apart. */
// @ts-ignore: decorator
@inline
function finishEach<T>(Y: usize, to: i32, yCol: i32, sums: v128, alpha: T, beta: T): void {
  finishAt<T>(element<T>(Y, to), laneOf<T>(sums, 0), alpha, beta);
  if (lanes<T>() > 1) finishAt<T>(element<T>(Y, to + yCol), laneOf<T>(sums, 1), alpha, beta);
  if (lanes<T>() > 2) {
    finishAt<T>(element<T>(Y, to + 2 * yCol), laneOf<T>(sums, 2), alpha, beta);
    finishAt<T>(element<T>(Y, to + 3 * yCol), laneOf<T>(sums, 3), alpha, beta);
  }
}

/** The same for complex numbers, as a function: inlined in the fifteen places of a row it took the compiler three times as long. */
function finishApart<T>(Y: usize, to: i32, yCol: i32, sums: v128, alpha: T, beta: T): void {
  finishEach<T>(Y, to, yCol, sums, alpha, beta);
}

/** As many neighbouring sums of a row of Y as a vector has lanes: element `to` of Y ← α·sum + β·(what was there), then those `yCol` apart. */
// @ts-ignore: decorator
@inline
export function finishVector<T>(Y: usize, to: i32, yCol: i32, sums: v128, alpha: T, beta: T): void {
  if (yCol == 1) finishLanes<T>(span<T>(Y, to, lanes<T>()), sums, alpha, beta);
  else if (isFloat<T>()) finishEach<T>(Y, to, yCol, sums, alpha, beta);
  else finishApart<T>(Y, to, yCol, sums, alpha, beta);
}
