import type { AnyCoo } from '@spmv/core';

/** Entries of a matrix under each pixel of a raster, row by row. */
export interface SpyCounts {
  readonly width: number;
  readonly height: number;
  readonly counts: Float64Array;
}

/** Spreads an entry over the pixels its cell covers, by area: no false grid where sizes do not divide. */
function deposit({ width, height, counts }: SpyCounts, left: number, right: number, top: number, bottom: number): void {
  for (let r = Math.floor(top); r < Math.min(height, Math.ceil(bottom)); r++) {
    const tall = Math.min(bottom, r + 1) - Math.max(top, r);
    for (let c = Math.floor(left); c < Math.min(width, Math.ceil(right)); c++) {
      const wide = Math.min(right, c + 1) - Math.max(left, c);
      const place = r * width + c;
      counts[place] = (counts[place] as number) + tall * wide;
    }
  }
}

/**
 * The pattern of a matrix at most `longest` pixels long. Matrices that are less than half as long are enlarged by whole factors.
 */
export function spyCounts(coo: AnyCoo, longest: number): SpyCounts {
  const rows = Math.max(1, coo.shape.rows);
  const cols = Math.max(1, coo.shape.cols);
  const side = Math.max(rows, cols);
  const scale = side >= longest ? longest / side : Math.max(1, Math.floor(longest / 2 / side));
  const width = Math.max(4, Math.round(cols * scale));
  const height = Math.max(4, Math.round(rows * scale));
  const spy = { width, height, counts: new Float64Array(width * height) };
  const [wide, tall] = [width / cols, height / rows];
  for (let k = 0; k < coo.colIndex.length; k++) {
    const i = coo.rowIndex[k] as number;
    const j = coo.colIndex[k] as number;
    deposit(spy, j * wide, (j + 1) * wide, i * tall, (i + 1) * tall);
  }
  return spy;
}
