import { cpus } from 'node:os';
import type { OpenOptions } from '@spmv/core';
import type { HostConstants, JumpConstants, LocalConstants, RankConstants } from '@spmv/reorder';
import { createJumpCounter, createSurpriseCounter, inOrderSeconds, partBytes } from '@spmv/reorder';
import { handOver } from './hand-over.ts';
import { loopSeconds } from './loop.ts';
import { OPS } from './native.ts';
import type { PetscOptions } from './options.ts';
import { createPetscVector } from './petsc-vector.ts';
import { ready } from './ready.ts';
import type { Synthetic } from './synthetic.ts';
import { syntheticMatrix } from './synthetic.ts';
import type { RankTeam } from './team.ts';
import { openTeam } from './team.ts';

/** How much is measured. */
export interface Effort {
  /** Bytes of a rank's part at which rows and entries are measured, while all parts together stay below a gigabyte. */
  readonly sizes: readonly number[];
  /** Bytes of x that a rank reads where jumps are measured: dense, since caches end between two of them. */
  readonly jumpSizes: readonly number[];
  /** How long products are repeated. */
  readonly seconds: number;
}

const USUAL: Effort = {
  sizes: [2 ** 14, 2 ** 17, 2 ** 20, 2 ** 23, 2 ** 26],
  jumpSizes: [2 ** 18, 2 ** 19, 2 ** 20, 2 ** 21, 2 ** 22, 2 ** 23],
  seconds: 0.03,
};
const MOST_BYTES = 2 ** 30;
/** Entries of rows of the matrices that tell rows from entries; of a row of 8 an entry takes longer than of one of 32. */
const LENGTHS = [4, 8, 32];
/** Entries of rows by chance, which nobody guesses: from 3 to 7. */
const CHANCE = { length: 5, spread: 2 };
/** Entries of rows in columns by chance. */
const SCATTERED = { length: 8, scattered: true };
/** Messages of a rank, and elements of each. */
const EXCHANGES: readonly (readonly [neighbours: number, shared: number])[] = [
  [1, 1],
  [3, 1],
  [7, 1],
  [1, 2 ** 10],
  [3, 2 ** 10],
  [1, 2 ** 14],
  [3, 2 ** 14],
  [1, 2 ** 17],
];

function median(values: Float64Array): number {
  const sorted = values.toSorted();
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** With whom, and how much. */
interface Measuring {
  readonly team: RankTeam;
  readonly effort: Effort;
}

/** The median time of a product. */
async function productSeconds({ team, effort }: Measuring, synthetic: Synthetic): Promise<number> {
  const n = synthetic.ranks * synthetic.rows;
  const [x, y] = [createPetscVector(team.arena, n), createPetscVector(team.arena, n)];
  await handOver(team, 1, syntheticMatrix(synthetic));
  const loop = (runs: number): Float64Array =>
    loopSeconds(team, 1, { x: x.offset, y: y.offset, transpose: 0, alpha: 1, beta: 0, cold: false, runs });
  const once = median(loop(5));
  const runs = Math.min(5000, Math.max(11, Math.round(effort.seconds / Math.max(once, 1e-7))));
  const seconds = median(loop(runs));
  team.push(OPS.destroy, 1, []);
  team.wait();
  x.dispose();
  y.dispose();
  return seconds;
}

/** What one of each of two things takes, from times of so many of both, by least squares of relative errors; neither is negative. */
export function fitTwo(
  times: readonly (readonly [first: number, second: number, seconds: number])[],
): readonly [first: number, second: number] {
  let [ff, fs, ss, f1, s1] = [0, 0, 0, 0, 0];
  for (const [first, second, seconds] of times) {
    if (!(seconds > 0)) continue;
    const [f, s] = [first / seconds, second / seconds];
    ff += f * f;
    fs += f * s;
    ss += s * s;
    f1 += f;
    s1 += s;
  }
  const determinant = ff * ss - fs * fs;
  const each = determinant > 0 ? (f1 * ss - s1 * fs) / determinant : 0;
  const other = determinant > 0 ? (s1 * ff - f1 * fs) / determinant : 0;
  if (each < 0) return [0, ss > 0 ? s1 / ss : 0];
  if (other < 0) return [ff > 0 ? f1 / ff : 0, 0];
  return [each, other];
}

/** A matrix of equal blocks, and what its product took. */
interface Work {
  readonly synthetic: Synthetic;
  /** Of a rank. */
  readonly rows: number;
  readonly seconds: number;
}

async function measureLocal(
  measuring: Measuring,
  ranks: number,
  bytes: number,
  empty: number,
): Promise<LocalConstants> {
  const alone = { ranks, neighbours: 0, shared: 0 };
  const timed = async (shape: Pick<Synthetic, 'length' | 'spread'>): Promise<Work> => {
    const rows = Math.max(1, Math.round(bytes / (12 * shape.length + 20)));
    const synthetic = { ...alone, ...shape, rows };
    const seconds = Math.max(0, (await productSeconds(measuring, synthetic)) - empty);
    return { synthetic, rows, seconds };
  };
  const times: (readonly [number, number, number])[] = [];
  for (const length of LENGTHS) {
    const { rows, seconds } = await timed({ length });
    times.push([rows, rows * Math.min(length, rows), seconds]);
  }
  const [rowSeconds, entrySeconds] = fitTwo(times);
  const { synthetic, rows, seconds } = await timed(CHANCE);
  const { rowStart } = syntheticMatrix({ ...synthetic, ranks: 1 });
  const surprises = createSurpriseCounter().count(rowStart, 0, rows);
  const rest = seconds - rows * rowSeconds - (rowStart[rows] as number) * entrySeconds;
  return { bytes, rowSeconds, entrySeconds, surpriseSeconds: surprises > 0 ? Math.max(0, rest / surprises) : 0 };
}

/** What an entry takes besides that jumps in so many bytes of x; undefined where a first cache holds all of x, so that nothing jumps. */
async function measureJump(
  measuring: Measuring,
  inOrder: Omit<HostConstants, 'jumps'>,
  bytes: number,
): Promise<JumpConstants | undefined> {
  const rows = bytes / 8;
  const synthetic = { ranks: inOrder.ranks, rows, ...SCATTERED, neighbours: 0, shared: 0 };
  const { colIndex } = syntheticMatrix({ ...synthetic, ranks: 1 });
  const jumps = createJumpCounter(rows).count(colIndex, 0, colIndex.length);
  if (jumps < colIndex.length / 2) return undefined;
  const seconds = await productSeconds(measuring, synthetic);
  return { bytes, seconds: Math.max(0, seconds - inOrderSeconds(inOrder, rows, colIndex.length)) / jumps };
}

async function measureHost(measuring: Measuring, ranks: number): Promise<HostConstants> {
  const tiny: Synthetic = { ranks, rows: 1, length: 1, neighbours: 0, shared: 0 };
  const empty = await productSeconds(measuring, tiny);
  const local: LocalConstants[] = [];
  for (const bytes of measuring.effort.sizes)
    if (local.length === 0 || bytes * ranks <= MOST_BYTES)
      local.push(await measureLocal(measuring, ranks, bytes, empty));
  const times: (readonly [number, number, number])[] = [];
  for (const [neighbours, shared] of EXCHANGES) {
    if (neighbours >= ranks) continue;
    const part = { ranks, rows: Math.max(64, shared), length: 1 };
    const alone = await productSeconds(measuring, { ...part, neighbours: 0, shared: 0 });
    const together = await productSeconds(measuring, { ...part, neighbours, shared });
    times.push([neighbours, 8 * neighbours * shared, together - alone]);
  }
  const [messageSeconds, byteSeconds] = fitTwo(times);
  const inOrder = { ranks, productSeconds: empty, local, messageSeconds, byteSeconds };
  const jumps: JumpConstants[] = [];
  for (const bytes of measuring.effort.jumpSizes) {
    if (partBytes(bytes / 8, SCATTERED.length * (bytes / 8)) * ranks > MOST_BYTES) break;
    const jump = await measureJump(measuring, inOrder, bytes);
    if (jump) jumps.push(jump);
  }
  return { ...inOrder, jumps };
}

/** 1, 2, 4, … and `most`. */
function counts(most: number): readonly number[] {
  const powers = Array.from({ length: Math.ceil(Math.log2(most)) }, (_, k) => 2 ** k);
  return [...powers, most];
}

/**
 * Measures what rows, entries and messages take with 1, 2, 4, … ranks up to those that are opened, by products of matrices made for it: bands within each rank's block, of short and of long rows and of rows whose length cannot be guessed, columns by chance in it, and blocks that
 * share columns with others. Errors: those of opening the backend.
 */
export async function measureRanks(
  own: PetscOptions,
  options: OpenOptions,
  effort: Effort = USUAL,
): Promise<RankConstants> {
  const { petsc, native, settings } = await ready(own, options);
  const hosts: HostConstants[] = [];
  for (const ranks of counts(settings.ranks)) {
    const team = await openTeam(petsc, native, {
      ...settings,
      ranks,
      yields: settings.yields && ranks + 1 > cpus().length,
    });
    try {
      hosts.push(await measureHost({ team, effort }, ranks));
    } finally {
      await team.end();
    }
  }
  const processors = cpus();
  return {
    machine: `${processors[0]?.model.trim() ?? 'unknown'}, ${processors.length} processors`,
    software: `PETSc ${petsc.version}, ${petsc.mpi}`,
    hosts,
  };
}
