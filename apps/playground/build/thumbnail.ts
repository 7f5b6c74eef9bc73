import { readFileSync } from 'node:fs';
import type { CooMatrix } from '@spmv/core';
import { readMatrixMarket, toCoo } from '@spmv/mmio';

/** Pixels along the longer side. */
const SIDE = 48;

/**
 * The pattern of a matrix as a small SVG: one run of pixels for those that hold an entry, row by row. It has one colour, so that the page can use it as a
 * mask in its own.
 */
export function thumbnail({ shape: { rows, cols }, rowIndex, colIndex }: CooMatrix): string {
  const scale = SIDE / Math.max(rows, cols, 1);
  const [width, height] = [cols, rows].map((length) => Math.max(1, Math.round(length * scale))) as [number, number];
  const filled = new Set<number>();
  const place = (index: number, length: number, pixels: number): number => Math.floor((index * pixels) / length);
  // Where pixels are larger than entries, each entry fills all of its own.
  const along = (index: number, length: number, pixels: number): readonly [number, number] => [
    place(index, length, pixels),
    Math.max(place(index, length, pixels), place(index + 1, length, pixels) - 1),
  ];
  for (let k = 0; k < rowIndex.length; k++) {
    const [top, bottom] = along(rowIndex[k], rows, height);
    const [left, right] = along(colIndex[k], cols, width);
    for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) filled.add(y * width + x);
  }
  let path = '';
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!filled.has(y * width + x)) continue;
      const from = x;
      while (x + 1 < width && filled.has(y * width + x + 1)) x++;
      path += `M${from} ${y}h${x + 1 - from}v1H${from}z`;
    }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" shape-rendering="crispEdges"><path d="${path}"/></svg>`;
}

/** The thumbnail of a file. */
export async function thumbnailOf(path: string): Promise<string> {
  return thumbnail(toCoo(await readMatrixMarket(new Blob([readFileSync(path)]))));
}
