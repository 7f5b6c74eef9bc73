import type { HeldMatrix } from '../matrix/client.ts';
import type { DensityTile, TileAddress } from '../matrix/density-tiles.ts';
import { TILE_CELLS, topLevel } from '../matrix/density-tiles.ts';

/** Red, green and blue of an entry, 0 … 255. */
export type Ink = readonly [number, number, number];

/** Pictures of tiles, made when they are first wanted. */
export interface TilePictures {
  /** The picture of a tile, if it is there; else it is asked for, and `onArrival` called when it is. */
  get(address: TileAddress): HTMLCanvasElement | undefined;
  /** The picture, without asking for it. */
  peek(address: TileAddress): HTMLCanvasElement | undefined;
}

/** Most pictures that are kept: 64 MB. */
const MOST = 256;
/** Opacity of a cell with one entry among many: still to be seen. */
const FAINTEST = 0.35;

/** The entries at which a cell of a level is as dark as it gets. Halves with the level, as in a band; the same for all tiles, so that they have no seams. */
function darkest(densest: number, top: number, level: number): number {
  return Math.max(1, Math.min(4 ** level, densest / 2 ** (top - level)));
}

function picture({ counts }: DensityTile, most: number, [red, green, blue]: Ink): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = TILE_CELLS;
  canvas.height = TILE_CELLS;
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  const image = context.createImageData(TILE_CELLS, TILE_CELLS);
  for (let cell = 0; cell < counts.length; cell++) {
    const count = counts[cell] as number;
    if (count === 0) continue;
    const alpha = FAINTEST + (1 - FAINTEST) * Math.sqrt(Math.min(1, count / most));
    image.data.set([red, green, blue, Math.round(255 * alpha)], 4 * cell);
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

/** Pictures of the tiles of a matrix in one ink. */
export function createTilePictures(matrix: HeldMatrix, ink: Ink, onArrival: () => void): TilePictures {
  const { shape, overview } = matrix.summary;
  const top = topLevel(shape);
  const densest = overview.counts.reduce((most, count) => Math.max(most, count), 0);
  const asked = new Set<string>();
  const keyOf = ({ level, row, col }: TileAddress): string => `${level}/${row}/${col}`;

  const first = picture(overview, darkest(densest, top, top), ink);
  const kept = new Map([[keyOf(overview), first]]);

  async function fetchTile(key: string, address: TileAddress): Promise<void> {
    try {
      const tile = await matrix.ask('tile', address);
      kept.set(key, picture(tile, darkest(densest, top, address.level), ink));
      const oldest = kept.size > MOST ? kept.keys().next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
      onArrival();
    } catch {
      // The matrix was closed meanwhile: nothing is to be drawn any more.
    } finally {
      asked.delete(key);
    }
  }

  return {
    get(address) {
      const key = keyOf(address);
      const found = kept.get(key);
      if (found) {
        kept.delete(key);
        kept.set(key, found);
      } else if (!asked.has(key)) {
        asked.add(key);
        void fetchTile(key, address);
      }
      return found;
    },
    peek: (address) => (address.level === top ? first : kept.get(keyOf(address))),
  };
}
