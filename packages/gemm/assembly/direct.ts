import { checkRange } from '@spmv/kernel-kit/assembly/checked';
import { packPanel, panelsOf } from './pack';
import { columns, directTile, ROWS } from './tile';

/**
 * Products begin … end − 1 of a batch, each small: A is read where it lies, and so are whole vectors of rows of B. Columns of B that are no rows, or no whole
 * vectors, are packed first into the worker's own part of `panels`, once where all products share them.
 */
// @ts-ignore: decorator
@inline
export function products<T>(
  left: usize, right: usize, out: usize, panels: usize, worker: i32, alpha: T, beta: T, begin: i32, end: i32,
  m: i32, n: i32, k: i32, leftLine: i32, leftStep: i32, leftBatch: i32, rightLine: i32, rightStep: i32, rightBatch: i32,
  ld: i32, batch: i32,
): void {
  const width = columns<T>();
  // Columns that are read where they lie.
  const direct = rightLine == 1 ? n / width * width : 0;
  const size = panelsOf(n - direct, width) * width * k;
  const mine = panels + (<usize>(worker * size) << alignof<T>());
  checkRange(panels, worker * size, worker * size + size, alignof<T>());
  for (let q = begin; q < end; q++) {
    const a = q * leftBatch, b = q * rightBatch, c = q * batch;
    checkRange(left, a, a + (m - 1) * leftLine + (k - 1) * leftStep + 1, alignof<T>());
    checkRange(right, b, b + (n - 1) * rightLine + (k - 1) * rightStep + 1, alignof<T>());
    checkRange(out, c, c + (m - 1) * ld + n, alignof<T>());
    if (direct < n && (q == begin || rightBatch != 0))
      packColumns<T>(right + (<usize>(b + direct * rightLine) << alignof<T>()), rightLine, rightStep, mine, n - direct, k);
    for (let j = 0; j < n; j += width) {
      const lies = j < direct;
      const from = lies
        ? right + (<usize>(b + j) << alignof<T>())
        : mine + (<usize>((j - direct) * k) << alignof<T>());
      for (let i = 0; i < m; i += ROWS) {
        directTile<T>(
          left + (<usize>(a + i * leftLine) << alignof<T>()), <usize>leftLine << alignof<T>(), <usize>leftStep << alignof<T>(),
          from, lies ? <usize>rightStep << alignof<T>() : 32, out + (<usize>(c + i * ld + j) << alignof<T>()),
          k, <usize>ld << alignof<T>(), min(ROWS, m - i), min(width, n - j), alpha, beta,
        );
      }
    }
  }
}

/** Panels of `count` columns, at `to`. */
// @ts-ignore: decorator
@inline
function packColumns<T>(from: usize, line: i32, step: i32, to: usize, count: i32, k: i32): void {
  const width = columns<T>();
  for (let first = 0; first < count; first += width) {
    packPanel<T>(from, line, step, to, min(width, count - first), k, width);
    from += <usize>(width * line) << alignof<T>();
    to += <usize>(width * k) << alignof<T>();
  }
}
