import type { Shape } from '@spmv/core';
import { TILE_CELLS, type TileAddress, topLevel } from '../matrix/density-tiles.ts';

/** A part of a matrix on a picture: the position at its upper left corner, and pixels for one position. */
export interface SpyView {
  readonly row: number;
  readonly col: number;
  readonly scale: number;
}

/** A picture in pixels. */
export interface ViewSize {
  readonly width: number;
  readonly height: number;
}

/** Pixels of one position at most: a matrix of six rows fills its picture, and of larger ones as many remain to be seen. */
const LARGEST = 96;

/** All of the matrix, in the middle. */
export function wholeMatrix({ rows, cols }: Shape, { width, height }: ViewSize): SpyView {
  const scale = Math.min(LARGEST, width / Math.max(1, cols), height / Math.max(1, rows));
  return { scale, row: (rows - height / scale) / 2, col: (cols - width / scale) / 2 };
}

/** No further out than all of the matrix, no further in than {@link LARGEST}, and no further aside than its edges. */
export function withinMatrix(view: SpyView, shape: Shape, size: ViewSize): SpyView {
  const whole = wholeMatrix(shape, size);
  const scale = Math.min(LARGEST, Math.max(whole.scale, view.scale));
  const along = (from: number, seen: number, all: number): number =>
    seen >= all ? (all - seen) / 2 : Math.min(all - seen, Math.max(0, from));
  return {
    scale,
    row: along(view.row, size.height / scale, shape.rows),
    col: along(view.col, size.width / scale, shape.cols),
  };
}

/** Larger by `factor` around a point of the picture, which stays where it is. */
export function zoomed({ row, col, scale }: SpyView, factor: number, at: readonly [x: number, y: number]): SpyView {
  const next = Math.min(LARGEST, scale * factor);
  return { scale: next, row: row + at[1] / scale - at[1] / next, col: col + at[0] / scale - at[0] / next };
}

/** Moved by so many pixels: what was there comes here. */
export function panned({ row, col, scale }: SpyView, x: number, y: number): SpyView {
  return { scale, row: row + y / scale, col: col + x / scale };
}

/** The rows and columns in view, the ends not counted. */
export interface SeenPart {
  readonly rows: readonly [from: number, to: number];
  readonly cols: readonly [from: number, to: number];
}

export function seenPart({ row, col, scale }: SpyView, { rows, cols }: Shape, { width, height }: ViewSize): SeenPart {
  const range = (from: number, pixels: number, all: number): readonly [number, number] => [
    Math.max(0, Math.floor(from + 1e-9)),
    Math.min(all, Math.ceil(from + pixels / scale - 1e-9)),
  ];
  return { rows: range(row, height, rows), cols: range(col, width, cols) };
}

/** The row and column at a point of the picture; undefined beside the matrix. */
export function placeAt(
  { row, col, scale }: SpyView,
  { rows, cols }: Shape,
  [x, y]: readonly [x: number, y: number],
): readonly [row: number, col: number] | undefined {
  const [i, j] = [Math.floor(row + y / scale), Math.floor(col + x / scale)];
  return i >= 0 && i < rows && j >= 0 && j < cols ? [i, j] : undefined;
}

/** The view that shows a part as large as it fits. */
export function viewOfPart({ rows, cols }: SeenPart, { width, height }: ViewSize): SpyView {
  const scale = Math.min(width / Math.max(1, cols[1] - cols[0]), height / Math.max(1, rows[1] - rows[0]), LARGEST);
  return {
    scale,
    row: (rows[0] + rows[1] - height / scale) / 2,
    col: (cols[0] + cols[1] - width / scale) / 2,
  };
}

/** `0-99,20-119`: the rows and columns of a part, the last counted, for an address. */
export function partText({ rows, cols }: SeenPart): string {
  return `${rows[0]}-${rows[1] - 1},${cols[0]}-${cols[1] - 1}`;
}

/** The part that a text of an address means, inside the matrix; undefined where it means none. */
export function partOfText(text: string, shape: Shape): SeenPart | undefined {
  const found = /^(\d{1,10})-(\d{1,10}),(\d{1,10})-(\d{1,10})$/u.exec(text)?.slice(1).map(Number);
  if (!found) return undefined;
  const [firstRow = 0, lastRow = 0, firstCol = 0, lastCol = 0] = found;
  const fits = firstRow <= lastRow && lastRow < shape.rows && firstCol <= lastCol && lastCol < shape.cols;
  return fits ? { rows: [firstRow, lastRow + 1], cols: [firstCol, lastCol + 1] } : undefined;
}

/** The level at which a cell is at most one pixel, where there is one. */
export function levelFor({ scale }: SpyView, shape: Shape): number {
  return Math.min(topLevel(shape), Math.max(0, Math.floor(Math.log2(1 / scale) + 1e-9)));
}

/** The tiles of a level that a part touches. */
export function tilesFor({ rows, cols }: SeenPart, level: number): readonly TileAddress[] {
  const side = TILE_CELLS * 2 ** level;
  const tiles: TileAddress[] = [];
  for (let row = Math.floor(rows[0] / side); row * side < rows[1]; row++)
    for (let col = Math.floor(cols[0] / side); col * side < cols[1]; col++) tiles.push({ level, row, col });
  return tiles;
}
