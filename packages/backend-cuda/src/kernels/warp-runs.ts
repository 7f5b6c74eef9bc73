import type { CsrTiles } from '@spmv/kernel-kit';

/** (first tile, tiles) of each warp: one of a split row, or up to `perWarp` tiles of whole rows; filled up with (0, 0) to a multiple of `multiple`. */
export function runsOf({ tiles, places }: CsrTiles, perWarp: number, multiple: number): Int32Array {
  const split = places.length / 2;
  const count = tiles.length / 4;
  const warps = split + Math.ceil((count - split) / perWarp);
  const runs = new Int32Array(2 * multiple * Math.ceil(warps / multiple));
  for (let w = 0; w < warps; w++) {
    const first = w < split ? w : split + (w - split) * perWarp;
    runs[2 * w] = first;
    runs[2 * w + 1] = w < split ? 1 : Math.min(perWarp, count - first);
  }
  return runs;
}
