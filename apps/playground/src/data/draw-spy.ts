import type { Shape } from '@spmv/core';
import type { TileAddress } from '../matrix/density-tiles.ts';
import { TILE_CELLS, topLevel } from '../matrix/density-tiles.ts';
import type { ViewSize, SpyView } from './spy-view.ts';
import { levelFor, seenPart, tilesFor } from './spy-view.ts';
import type { TilePictures } from './tile-pictures.ts';

/** Colours of the picture. */
export interface SpyColours {
  readonly paper: string;
  readonly line: string;
}

/** Draws a tile, or while it is not there the part of a coarser one. */
function drawTile(
  context: CanvasRenderingContext2D,
  view: SpyView,
  pictures: TilePictures,
  address: TileAddress,
  top: number,
): void {
  const size = TILE_CELLS * 2 ** address.level;
  const place = [(address.col * size - view.col) * view.scale, (address.row * size - view.row) * view.scale] as const;
  const side = size * view.scale;
  const own = pictures.get(address);
  if (own) return context.drawImage(own, ...place, side, side);
  for (let up = 1; address.level + up <= top; up++) {
    const parts = 2 ** up;
    const coarser = {
      level: address.level + up,
      row: Math.floor(address.row / parts),
      col: Math.floor(address.col / parts),
    };
    const found = pictures.peek(coarser);
    if (!found) continue;
    const cells = TILE_CELLS / parts;
    return context.drawImage(
      found,
      (address.col % parts) * cells,
      (address.row % parts) * cells,
      cells,
      cells,
      ...place,
      side,
      side,
    );
  }
}

/** Draws what of a matrix is in view, with its edge. `size` and the view's scale are in pixels of the canvas. True once all of it was there. */
export function drawSpy(
  context: CanvasRenderingContext2D,
  {
    view,
    shape,
    size,
    pictures,
    colours,
  }: {
    readonly view: SpyView;
    readonly shape: Shape;
    readonly size: ViewSize;
    readonly pictures: TilePictures;
    readonly colours: SpyColours;
  },
): boolean {
  context.clearRect(0, 0, size.width, size.height);
  const left = -view.col * view.scale;
  const upper = -view.row * view.scale;
  const edge = [left, upper, shape.cols * view.scale, shape.rows * view.scale] as const;
  context.fillStyle = colours.paper;
  context.fillRect(...edge);
  const level = levelFor(view, shape);
  // Smooth only where cells are smaller than pixels: larger ones are squares.
  context.imageSmoothingEnabled = 2 ** level * view.scale < 1;
  const top = topLevel(shape);
  const tiles = tilesFor(seenPart(view, shape, size), level);
  for (const tile of tiles) drawTile(context, view, pictures, tile, top);
  context.strokeStyle = colours.line;
  context.lineWidth = 1;
  // Inside, so that it is seen where the matrix ends, and not where the frame does.
  context.strokeRect(edge[0] + 0.5, edge[1] + 0.5, edge[2] - 1, edge[3] - 1);
  return tiles.every((tile) => pictures.peek(tile) !== undefined);
}
