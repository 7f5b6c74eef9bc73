import type { CooMatrix } from '@spmv/core';
import { fromRowLengths } from './from-row-lengths.ts';
import { checkInteger } from './options.ts';

/** The grid of {@link stencil5}. */
export interface Stencil2dOptions {
  /** Points along each side. */
  readonly n: number;
  /** Points along the second side. Default: `n`. */
  readonly ny?: number;
  /** 1: values in (0.5, 1.5) that hardly repeat and no f32 holds exactly, so that nothing gains from there being only two. Default 0. */
  readonly varied?: number;
}

/** The grid of {@link stencil7} and {@link stencil27}. */
export interface Stencil3dOptions extends Stencil2dOptions {
  /** Points along the third side. Default: `n`. */
  readonly nz?: number;
}

interface Grid {
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
  readonly varied: boolean;
}

/** A value in (0.5, 1.5) from the place of an entry, hashed. */
function variedValue(k: number): number {
  return 0.5 + (Math.imul(k ^ (k >>> 15), 0x2c1b3c6d) >>> 0) / 2 ** 32;
}

/** Neighbours dx, dy, dz in row-major order of the point they lead to. */
function neighbours(
  reach: readonly [number, number, number],
  star: boolean,
): readonly (readonly [number, number, number])[] {
  const found: [number, number, number][] = [];
  for (let dz = -reach[2]; dz <= reach[2]; dz++) {
    for (let dy = -reach[1]; dy <= reach[1]; dy++) {
      for (let dx = -reach[0]; dx <= reach[0]; dx++) {
        if (!star || Math.abs(dx) + Math.abs(dy) + Math.abs(dz) <= 1) found.push([dx, dy, dz]);
      }
    }
  }
  return found;
}

/** Largest number of points: 27 entries each still fit 32-bit indices. */
const MOST_POINTS = Math.floor((2 ** 31 - 1) / 27);

/** Every point of a grid coupled to its neighbours with −1, itself with the number of neighbours an inner point has. */
function stencil(owner: string, grid: Grid, offsets: readonly (readonly [number, number, number])[]): CooMatrix {
  const { nx, ny, nz } = grid;
  const points = checkInteger(owner, 'points', nx * ny * nz, 0, MOST_POINTS);
  const dx = Int32Array.from(offsets, (o) => o[0]);
  const dy = Int32Array.from(offsets, (o) => o[1]);
  const dz = Int32Array.from(offsets, (o) => o[2]);
  const columns = new Int32Array(offsets.length);
  const neighboursOf = (i: number): number => {
    const x = i % nx;
    const rest = (i - x) / nx;
    const y = rest % ny;
    const z = (rest - y) / ny;
    let count = 0;
    for (let o = 0; o < dx.length; o++) {
      const px = x + (dx[o] as number);
      const py = y + (dy[o] as number);
      const pz = z + (dz[o] as number);
      if (px >= 0 && px < nx && py >= 0 && py < ny && pz >= 0 && pz < nz) columns[count++] = (pz * ny + py) * nx + px;
    }
    return count;
  };
  const rowLength = new Int32Array(points);
  for (let i = 0; i < points; i++) rowLength[i] = neighboursOf(i);
  const fill = (i: number, colIndex: Int32Array, from: number, to: number): void => {
    neighboursOf(i);
    for (let k = from; k < to; k++) colIndex[k] = columns[k - from] as number;
  };
  const centre = offsets.length - 1;
  const coo = fromRowLengths(owner, { rows: points, cols: points }, rowLength, fill, (i, j) => (i === j ? centre : -1));
  if (grid.varied) for (let k = 0; k < coo.values.length; k++) coo.values[k] = variedValue(k);
  return coo;
}

function checkVaried(owner: string, varied = 0): boolean {
  return checkInteger(owner, 'varied', varied, 0, 1) === 1;
}

/** Five-point Laplacian of an n × ny grid: 4 and −1. */
export function stencil5({ n, ny = n, varied }: Stencil2dOptions): CooMatrix {
  const grid = {
    nx: checkInteger('stencil5', 'n', n),
    ny: checkInteger('stencil5', 'ny', ny),
    nz: 1,
    varied: checkVaried('stencil5', varied),
  };
  return stencil('stencil5', grid, neighbours([1, 1, 0], true));
}

/** Seven-point Laplacian of an n × ny × nz grid: 6 and −1. */
export function stencil7(options: Stencil3dOptions): CooMatrix {
  return stencil('stencil7', grid3d('stencil7', options), neighbours([1, 1, 1], true));
}

/** Twenty-seven-point stencil of an n × ny × nz grid: 26 and −1, as in HPCG. */
export function stencil27(options: Stencil3dOptions): CooMatrix {
  return stencil('stencil27', grid3d('stencil27', options), neighbours([1, 1, 1], false));
}

function grid3d(owner: string, { n, ny = n, nz = n, varied }: Stencil3dOptions): Grid {
  return {
    nx: checkInteger(owner, 'n', n),
    ny: checkInteger(owner, 'ny', ny),
    nz: checkInteger(owner, 'nz', nz),
    varied: checkVaried(owner, varied),
  };
}
