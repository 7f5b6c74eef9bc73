import type { CooMatrix, RowSource } from '@spmv/core';
import { cooOfRows, INDEX_LIMIT } from '@spmv/core';
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

type Reach = readonly [number, number, number];

/** Neighbours dx, dy, dz in row-major order of the point they lead to. */
function neighbours(reach: Reach, star: boolean): readonly (readonly [number, number, number])[] {
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

/** Largest number of points whose 27 entries each COO numbers. */
const MOST_IN_COO = Math.floor(INDEX_LIMIT / 27);

/** Points on both sides of `at` that are within `reach` of it and on a side of `length`, itself included. */
function within(at: number, reach: number, length: number): number {
  return Math.min(length - 1, at + reach) - Math.max(0, at - reach) + 1;
}

/** Every point of a grid coupled to its neighbours with −1, itself with the number of neighbours an inner point has; any row by itself. */
function stencil(owner: string, grid: Grid, reach: Reach, star: boolean): RowSource {
  const { nx, ny, nz } = grid;
  const points = checkInteger(owner, 'points', nx * ny * nz);
  const offsets = neighbours(reach, star);
  const dx = Int32Array.from(offsets, (o) => o[0]);
  const dy = Int32Array.from(offsets, (o) => o[1]);
  const dz = Int32Array.from(offsets, (o) => o[2]);
  const rowLength = new Int32Array(points);
  let i = 0;
  for (let z = 0; z < nz; z++)
    for (let y = 0; y < ny; y++)
      for (let x = 0; x < nx; x++) {
        const [wx, wy, wz] = [within(x, reach[0], nx), within(y, reach[1], ny), within(z, reach[2], nz)];
        rowLength[i++] = star ? wx + wy + wz - 2 : wx * wy * wz;
      }
  const centre = offsets.length - 1;
  // Varied values are those of the entries' numbers.
  const rowStart = new Float64Array(grid.varied ? points + 1 : 0);
  for (let r = 0; r + 1 < rowStart.length; r++) rowStart[r + 1] = rowStart[r] + rowLength[r];
  return {
    shape: { rows: points, cols: points },
    rowLength,
    readRows(begin, end, colIndex, values) {
      let k = 0;
      for (let row = begin; row < end; row++) {
        const x = row % nx;
        const rest = (row - x) / nx;
        const y = rest % ny;
        const z = (rest - y) / ny;
        for (let o = 0; o < dx.length; o++) {
          const px = x + dx[o];
          const py = y + dy[o];
          const pz = z + dz[o];
          if (px < 0 || px >= nx || py < 0 || py >= ny || pz < 0 || pz >= nz) continue;
          const column = (pz * ny + py) * nx + px;
          colIndex[k] = column;
          values[k++] = column === row ? centre : -1;
        }
      }
      if (grid.varied) for (let e = 0; e < k; e++) values[e] = variedValue(rowStart[begin] + e);
    },
  };
}

/** Errors: `PARAM.OUT_OF_RANGE` where COO may not number the entries. */
function inCoo(owner: string, grid: Grid, reach: Reach, star: boolean): CooMatrix {
  checkInteger(owner, 'points', grid.nx * grid.ny * grid.nz, 0, MOST_IN_COO);
  return cooOfRows(stencil(owner, grid, reach, star));
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
  return inCoo('stencil5', grid, [1, 1, 0], true);
}

/** Seven-point Laplacian of an n × ny × nz grid: 6 and −1. */
export function stencil7(options: Stencil3dOptions): CooMatrix {
  return inCoo('stencil7', grid3d('stencil7', options), [1, 1, 1], true);
}

/** Twenty-seven-point stencil of an n × ny × nz grid: 26 and −1, as in HPCG. */
export function stencil27(options: Stencil3dOptions): CooMatrix {
  return inCoo('stencil27', grid3d('stencil27', options), [1, 1, 1], false);
}

/** The same as a source of rows, for any number of entries: n = 434 has more than 2³¹. Errors: `PARAM.OUT_OF_RANGE`. */
export function stencil27Rows(options: Stencil3dOptions): RowSource {
  return stencil('stencil27', grid3d('stencil27', options), [1, 1, 1], false);
}

function grid3d(owner: string, { n, ny = n, nz = n, varied }: Stencil3dOptions): Grid {
  return {
    nx: checkInteger(owner, 'n', n),
    ny: checkInteger(owner, 'ny', ny),
    nz: checkInteger(owner, 'nz', nz),
    varied: checkVaried(owner, varied),
  };
}
