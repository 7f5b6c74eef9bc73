import { checkRange } from '@spmv/kernel-kit/assembly/checked';
import { packPanel, panelsOf } from './pack';
import { columns, panelTile, ROWS } from './tile';

/**
 * Packs units begin … end − 1 of a batch of matrices of `lines` lines and `depth` steps, whose element (line, step) of matrix q is at
 * `origin` + q·`batch` + line·`line` + step·`step`. A unit is a panel of one block of `block` steps. In `panels` the blocks of a matrix follow one another,
 * in a block its panels: one after the other is what a tile of C reads.
 */
// @ts-ignore: decorator
@inline
function pack<T>(
  source: usize, panels: usize, begin: i32, end: i32,
  lines: i32, depth: i32, block: i32, line: i32, step: i32, batch: i32, origin: i32, width: i32,
): void {
  const count = panelsOf(lines, width);
  const units = count * panelsOf(depth, block);
  for (let unit = begin; unit < end; unit++) {
    const q = unit / units;
    const b = (unit - q * units) / count;
    const p = unit - q * units - b * count;
    const steps = min(block, depth - b * block);
    const here = min(width, lines - p * width);
    const from = origin + q * batch + p * width * line + b * block * step;
    const to = (q * depth + b * block) * count * width + p * width * steps;
    checkRange(source, from, from + (here - 1) * line + (steps - 1) * step + 1, alignof<T>());
    checkRange(panels, to, to + width * steps, alignof<T>());
    packPanel<T>(
      source + (<usize>from << alignof<T>()), line, step, panels + (<usize>to << alignof<T>()), here, steps, width,
    );
  }
}

/**
 * Row panels top … bottom − 1 and column panels from … to − 1 of one product: `left` and `right` are the panels of its matrices, from those
 * elements on. Of a block of k all tiles are computed before the next: the panels of A stay in the second-level cache, one of B in the first.
 */
// @ts-ignore: decorator
@inline
function tiles<T>(
  left: usize, leftAt: i32, right: usize, rightAt: i32, out: usize, outAt: i32, alpha: T, beta: T,
  m: i32, n: i32, depth: i32, block: i32, ld: i32, top: i32, bottom: i32, from: i32, to: i32,
): void {
  const width = columns<T>();
  const leftLines = panelsOf(m, ROWS) * ROWS;
  const rightLines = panelsOf(n, width) * width;
  for (let first = 0; first < depth; first += block) {
    const steps = min(block, depth - first);
    const old = first == 0 ? beta : 1;
    for (let j = from; j < to; j++) {
      const b = rightAt + first * rightLines + j * width * steps;
      const cols = min(width, n - j * width);
      checkRange(right, b, b + width * steps, alignof<T>());
      for (let i = top; i < bottom; i++) {
        const a = leftAt + first * leftLines + i * ROWS * steps;
        const c = outAt + i * ROWS * ld + j * width;
        const rows = min(ROWS, m - i * ROWS);
        checkRange(left, a, a + ROWS * steps, alignof<T>());
        checkRange(out, c, c + (rows - 1) * ld + cols, alignof<T>());
        panelTile<T>(
          left + (<usize>a << alignof<T>()), right + (<usize>b << alignof<T>()), out + (<usize>c << alignof<T>()),
          steps, <usize>ld << alignof<T>(), rows, cols, alpha, old,
        );
      }
    }
  }
}

/**
 * Units begin … end − 1 of a batch of products whose matrices are packed. A unit is a column panel of one of `groups` groups of row panels: neighbouring
 * units share these, and whoever computes many reads them from a cache. `leftBatch` and `rightBatch` are 1, or 0 where all products share the panels.
 */
// @ts-ignore: decorator
@inline
export function multiply<T>(
  left: usize, right: usize, out: usize, alpha: T, beta: T, begin: i32, end: i32,
  m: i32, n: i32, depth: i32, block: i32, ld: i32, batch: i32, origin: i32, groups: i32, leftBatch: i32, rightBatch: i32,
): void {
  const width = columns<T>();
  const rowPanels = panelsOf(m, ROWS);
  const colPanels = panelsOf(n, width);
  const units = groups * colPanels;
  for (let unit = begin; unit < end; ) {
    const q = unit / units;
    const g = (unit - q * units) / colPanels;
    const from = unit - q * units - g * colPanels;
    const to = min(colPanels, from + end - unit);
    tiles<T>(
      left, leftBatch * q * rowPanels * ROWS * depth, right, rightBatch * q * colPanels * width * depth,
      out, origin + q * batch, alpha, beta, m, n, depth, block, ld,
      <i32>(<i64>g * rowPanels / groups), <i32>(<i64>(g + 1) * rowPanels / groups), from, to,
    );
    unit += to - from;
  }
}

// @ts-ignore: decorator
@inline
export function packLeft<T>(
  source: usize, panels: usize, begin: i32, end: i32, lines: i32, depth: i32, block: i32, line: i32, step: i32, batch: i32, origin: i32,
): void {
  pack<T>(source, panels, begin, end, lines, depth, block, line, step, batch, origin, ROWS);
}

// @ts-ignore: decorator
@inline
export function packRight<T>(
  source: usize, panels: usize, begin: i32, end: i32,
  lines: i32, depth: i32, block: i32, line: i32, step: i32, batch: i32, origin: i32,
): void {
  pack<T>(source, panels, begin, end, lines, depth, block, line, step, batch, origin, columns<T>());
}
