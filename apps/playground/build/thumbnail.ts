import { readFileSync } from 'node:fs';
import type { CooMatrix } from '@spmv/core';
import { readMatrixMarket, toCoo } from '@spmv/mmio';

/** Pixels along the longer side. */
const SIDE = 48;
/** The part of them that is filled at most where some hold more entries than others: a few scattered entries would make all of it look full. */
const MOST_FILLED = 0.35;

/**
 * The pattern of a matrix as a small SVG: one run of pixels for those that hold entries, or where that is most of them more entries than others, row by
 * row. It has one colour, so that the page can use it as a mask in its own.
 */
export function thumbnail({ shape: { rows, cols }, rowIndex, colIndex }: CooMatrix): string {
  const scale = SIDE / Math.max(rows, cols, 1);
  const [width, height] = [cols, rows].map((length) => Math.max(1, Math.round(length * scale))) as [number, number];
  const counts = new Float64Array(width * height);
  const place = (index: number, length: number, pixels: number): number => Math.floor((index * pixels) / length);
  // Where pixels are larger than entries, each entry fills all of its own.
  const along = (index: number, length: number, pixels: number): readonly [number, number] => [
    place(index, length, pixels),
    Math.max(place(index, length, pixels), place(index + 1, length, pixels) - 1),
  ];
  for (let k = 0; k < rowIndex.length; k++) {
    const [top, bottom] = along(rowIndex[k], rows, height);
    const [left, right] = along(colIndex[k], cols, width);
    for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) counts[y * width + x]++;
  }
  const ordered = [...counts].sort((a, b) => b - a);
  const least = Math.min(ordered[0], 1 + ordered[Math.floor(MOST_FILLED * ordered.length)]) || 1;
  const isFilled = (x: number, y: number): boolean => counts[y * width + x] >= least;
  let path = '';
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!isFilled(x, y)) continue;
      const from = x;
      while (x + 1 < width && isFilled(x + 1, y)) x++;
      path += `M${from} ${y}h${x + 1 - from}v1H${from}z`;
    }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" shape-rendering="crispEdges"><path d="${path}"/></svg>`;
}

/** The thumbnail of a file. */
export async function thumbnailOf(path: string): Promise<string> {
  return thumbnail(toCoo(await readMatrixMarket(new Blob([readFileSync(path)]))));
}
