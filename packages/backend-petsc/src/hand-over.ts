import { setImmediate as turn } from 'node:timers/promises';
import type { Shape } from '@spmv/core';
import { OPS } from './native.ts';
import type { RankTeam } from './team.ts';

/** Most entries handed over at a time: 3 MiB, so that a matrix of any size passes through a small /dev/shm. */
const MOST = 2 ** 18;

/** The arrays of CSR, and how its rows are divided. */
export interface HandedMatrix {
  readonly shape: Shape;
  /** The rows of rank p, and of a square matrix its columns, are `bounds[p]` … `bounds[p + 1] − 1`. */
  readonly bounds: Int32Array;
  readonly rowStart: Int32Array;
  readonly colIndex: Int32Array;
  readonly values: Float64Array;
}

/** Begins a matrix of the ranks, under the number `id`: without bounds as many rows to each, or what its file says. */
export function createMatrix(team: RankTeam, id: number, { rows, cols }: Shape, bounds: Int32Array | undefined): void {
  if (!bounds) return team.push(OPS.create, id, [rows, cols]);
  const region = team.arena.allocate('the bounds of ranks', bounds.byteLength);
  const buffer = team.arena.view(region);
  try {
    new Int32Array(buffer).set(bounds);
    team.push(OPS.create, id, [rows, cols, region.offset]);
    team.wait();
  } finally {
    team.arena.hide(buffer);
    team.arena.free(region);
  }
}

/** Hands a matrix over in pieces, under the number `id`: every rank keeps its rows. Errors: as of {@link RankTeam.push}, `BACKEND.OUT_OF_MEMORY`. */
export async function handOver(team: RankTeam, id: number, matrix: HandedMatrix): Promise<void> {
  const { shape, bounds, rowStart, colIndex, values } = matrix;
  // An even number: values begin on eight bytes.
  const piece = Math.min(MOST, 2 * Math.ceil(Math.max(rowStart.length, colIndex.length) / 2));
  const region = team.arena.allocate('a piece of the matrix', piece * 12);
  const buffer = team.arena.view(region);
  const indices = new Int32Array(buffer, 0, piece);
  const numbers = new Float64Array(buffer, piece * 4, piece);
  try {
    createMatrix(team, id, shape, bounds);
    for (let first = 0; first < rowStart.length; first += piece) {
      const part = rowStart.subarray(first, first + piece);
      indices.set(part);
      team.push(OPS.stageRows, id, [first, part.length, region.offset]);
      team.wait();
    }
    for (let first = 0; first < colIndex.length; first += piece) {
      const part = colIndex.subarray(first, first + piece);
      indices.set(part);
      numbers.set(values.subarray(first, first + piece));
      team.push(OPS.stageEntries, id, [first, part.length, region.offset, region.offset + piece * 4]);
      team.wait();
      await turn();
    }
    team.push(OPS.assemble, id, []);
    team.wait();
  } finally {
    team.arena.hide(buffer);
    team.arena.free(region);
  }
}
