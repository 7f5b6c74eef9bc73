import type { CooMatrix } from '@spmv/core';

/** A picture of where the entries are: white background, darker where more of them fall on a pixel. */
export interface SpyImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

const LONGEST_SIDE = 800;
const SMALL_CELL = 400;
/** Grey of a pixel with a single entry of many possible ones: still to be seen. */
const FAINTEST = 200;

/** Spreads an entry over the pixels its cell covers, by area: no false grid where sizes do not divide. */
function deposit(
  count: Float64Array,
  width: number,
  height: number,
  left: number,
  right: number,
  top: number,
  bottom: number,
): void {
  for (let r = Math.floor(top); r < Math.min(height, Math.ceil(bottom)); r++) {
    const tall = Math.min(bottom, r + 1) - Math.max(top, r);
    for (let c = Math.floor(left); c < Math.min(width, Math.ceil(right)); c++) {
      const wide = Math.min(right, c + 1) - Math.max(left, c);
      const place = r * width + c;
      count[place] = (count[place] as number) + tall * wide;
    }
  }
}

/** The pattern at most 800 pixels long, with a one-pixel frame; small matrices are enlarged by whole factors. */
export function spyImage(coo: CooMatrix): SpyImage {
  const rows = Math.max(1, coo.shape.rows);
  const cols = Math.max(1, coo.shape.cols);
  const longest = Math.max(rows, cols);
  const scale = longest >= LONGEST_SIDE ? LONGEST_SIDE / longest : Math.max(1, Math.floor(SMALL_CELL / longest));
  const width = Math.max(4, Math.round(cols * scale));
  const height = Math.max(4, Math.round(rows * scale));
  const count = new Float64Array(width * height);
  const [wide, tall] = [width / cols, height / rows];
  for (let k = 0; k < coo.values.length; k++) {
    const i = coo.rowIndex[k] as number;
    const j = coo.colIndex[k] as number;
    deposit(count, width, height, j * wide, (j + 1) * wide, i * tall, (i + 1) * tall);
  }
  let most = 0;
  for (const value of count) if (value > most) most = value;
  const framed = { width: width + 2, height: height + 2, pixels: new Uint8Array((width + 2) * (height + 2)).fill(128) };
  for (let r = 0; r < height; r++) {
    for (let c = 0; c < width; c++) {
      const value = count[r * width + c] as number;
      const share = most > 0 ? Math.sqrt(value / most) : 0;
      framed.pixels[(r + 1) * framed.width + c + 1] = value > 0 ? Math.round(FAINTEST * (1 - share)) : 255;
    }
  }
  return framed;
}
