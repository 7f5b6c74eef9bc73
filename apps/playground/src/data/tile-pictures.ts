import type { HeldMatrix } from '../matrix/client.ts';
import type { DensityTile, TileAddress } from '../matrix/density-tiles.ts';
import { TILE_CELLS, topLevel } from '../matrix/density-tiles.ts';
import type { EntrySizes } from '../matrix/protocol.ts';
import type { CanvasInk, Rgb } from '../ui/use-ink.ts';
import { sizeColour } from './size-scale.ts';

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

/** A picture of a tile; `colourOf` gives the colour of a cell and its opacity in 0..1, or that there is nothing. */
function picture(colourOf: (cell: number) => readonly [Rgb, number] | undefined): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = TILE_CELLS;
  canvas.height = TILE_CELLS;
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  const image = context.createImageData(TILE_CELLS, TILE_CELLS);
  for (let cell = 0; cell < TILE_CELLS * TILE_CELLS; cell++) {
    const colour = colourOf(cell);
    if (colour) image.data.set([...colour[0], Math.round(255 * colour[1])], 4 * cell);
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

/** How many entries: the more, the darker. */
function densityPicture({ counts }: DensityTile, most: number, ink: Rgb): HTMLCanvasElement {
  return picture((cell) => {
    const count = counts[cell] as number;
    return count === 0 ? undefined : [ink, FAINTEST + (1 - FAINTEST) * Math.sqrt(Math.min(1, count / most))];
  });
}

/** The picture of the tile that shows all of a matrix. */
export function overviewPicture(overview: DensityTile, ink: Rgb): HTMLCanvasElement {
  const densest = overview.counts.reduce((most, count) => Math.max(most, count), 0);
  return densityPicture(overview, darkest(densest, overview.level, overview.level), ink);
}

/** How large the largest of them is. */
function sizePicture(logs: Float32Array, sizes: EntrySizes, ink: CanvasInk): HTMLCanvasElement {
  return picture((cell) => {
    const log = logs[cell] as number;
    return Number.isNaN(log) ? undefined : [sizeColour(log, sizes, ink), 1];
  });
}

/** Pictures of the tiles of a matrix: how many entries there are or, where sizes are given, how large they are. */
export function createTilePictures(
  matrix: HeldMatrix,
  ink: CanvasInk,
  sizes: EntrySizes | undefined,
  onArrival: () => void,
): TilePictures {
  const { shape, overview } = matrix.summary;
  const top = topLevel(shape);
  const densest = overview.counts.reduce((most, count) => Math.max(most, count), 0);
  const asked = new Set<string>();
  const keyOf = ({ level, row, col }: TileAddress): string => `${level}/${row}/${col}`;

  const first = sizes ? undefined : overviewPicture(overview, ink.entries);
  const kept = new Map(first ? [[keyOf(overview), first]] : []);

  const made = async (address: TileAddress): Promise<HTMLCanvasElement> =>
    sizes
      ? sizePicture(await matrix.ask('sizes', address), sizes, ink)
      : densityPicture(await matrix.ask('tile', address), darkest(densest, top, address.level), ink.entries);

  async function fetchTile(key: string, address: TileAddress): Promise<void> {
    try {
      kept.set(key, await made(address));
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
    peek: (address) => (address.level === top && first) || kept.get(keyOf(address)),
  };
}
