import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Shape } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import { createMatrix } from './hand-over.ts';
import { OPS } from './native.ts';
import type { RankTeam } from './team.ts';

const MATRIX_CLASS = 1_211_216;

function unreadable(path: string, reason: string, cause?: unknown): SpmvError {
  return new SpmvError('FILE.FORMAT', `${path} is no matrix that PETSc's MatLoad reads: ${reason}.`, {
    fix: 'Give a file that MatView wrote, or make one: spmv convert A.mtx A.petsc.',
    details: { path, reason },
    cause,
  });
}

/** What a file in PETSc's binary format says of its matrix. Errors: `FILE.FORMAT`. */
export async function shapeOfFile(path: string): Promise<Shape> {
  const head = Buffer.alloc(16);
  let size = 0;
  try {
    const file = await open(path);
    try {
      size = (await file.stat()).size;
      await file.read(head, 0, 16, 0);
    } finally {
      await file.close();
    }
  } catch (cause) {
    throw unreadable(path, cause instanceof Error ? cause.message : String(cause), cause);
  }
  const [id, rows, cols, nnz] = [0, 4, 8, 12].map((at) => head.readInt32BE(at)) as [number, number, number, number];
  if (id !== MATRIX_CLASS) throw unreadable(path, 'it begins otherwise');
  if (rows < 0 || cols < 0 || nnz < 0)
    throw unreadable(path, `it is ${rows} × ${cols} with ${nnz} entries, so not in CSR`);
  const needed = 16 + 4 * rows + 12 * nnz;
  if (size < needed) throw unreadable(path, `it has ${size} bytes, and its entries take ${needed}`);
  return { rows, cols };
}

/** Has every rank read its rows of such a file, under the number `id`: rows between bounds, else in parts of equal work. The file is read where the ranks are: with several hosts it has to be on all of them. Errors: as of {@link RankTeam.push}. */
export function loadFile(team: RankTeam, id: number, path: string, shape: Shape, bounds: Int32Array | undefined): void {
  const words = new TextEncoder().encode(resolve(path));
  const region = team.arena.allocate('the name of a file', words.length);
  const buffer = team.arena.view(region);
  try {
    new Uint8Array(buffer).set(words);
    createMatrix(team, id, shape, bounds);
    team.push(OPS.load, id, [region.offset, words.length]);
    team.wait();
  } finally {
    team.arena.hide(buffer);
    team.arena.free(region);
  }
}
