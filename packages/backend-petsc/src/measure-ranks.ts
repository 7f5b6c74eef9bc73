import { cpus } from 'node:os';
import type { HostConstants, LocalConstants, OpenOptions, RankConstants } from '@spmv/core';
import { handOver } from './hand-over.ts';
import { loopSeconds } from './loop.ts';
import { OPS } from './native.ts';
import type { PetscOptions } from './options.ts';
import { createPetscVector } from './petsc-vector.ts';
import { ready } from './ready.ts';
import type { Synthetic } from './synthetic.ts';
import { syntheticMatrix } from './synthetic.ts';
import type { Team } from './team.ts';
import { openTeam } from './team.ts';

/** How much is measured. */
export interface Effort {
  /** Bytes of a rank's part at which rows and entries are measured, while all parts together stay below a gigabyte. */
  readonly sizes: readonly number[];
  /** How long products are repeated. */
  readonly seconds: number;
}

const USUAL: Effort = { sizes: [2 ** 14, 2 ** 17, 2 ** 20, 2 ** 23, 2 ** 26], seconds: 0.03 };
const MOST_BYTES = 2 ** 30;
/** Entries of rows of the two matrices that tell rows from entries. */
const [SHORT, LONG] = [4, 32];
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
  readonly team: Team;
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

/** α and 1/β of times of messages, by least squares of relative errors; neither is negative. */
export function fitMessages(times: readonly (readonly [messages: number, bytes: number, seconds: number])[]): {
  readonly messageSeconds: number;
  readonly byteSeconds: number;
} {
  let [mm, mb, bb, m1, b1] = [0, 0, 0, 0, 0];
  for (const [messages, bytes, seconds] of times) {
    if (!(seconds > 0)) continue;
    const [m, b] = [messages / seconds, bytes / seconds];
    mm += m * m;
    mb += m * b;
    bb += b * b;
    m1 += m;
    b1 += b;
  }
  const determinant = mm * bb - mb * mb;
  const messageSeconds = determinant > 0 ? (m1 * bb - b1 * mb) / determinant : 0;
  const byteSeconds = determinant > 0 ? (b1 * mm - m1 * mb) / determinant : 0;
  if (messageSeconds < 0) return { messageSeconds: 0, byteSeconds: bb > 0 ? b1 / bb : 0 };
  if (byteSeconds < 0) return { messageSeconds: mm > 0 ? m1 / mm : 0, byteSeconds: 0 };
  return { messageSeconds, byteSeconds };
}

async function measureLocal(
  measuring: Measuring,
  ranks: number,
  bytes: number,
  empty: number,
): Promise<LocalConstants> {
  const alone = { ranks, neighbours: 0, shared: 0 };
  const timed = async (length: number): Promise<readonly [rows: number, seconds: number]> => {
    const rows = Math.max(1, Math.round(bytes / (12 * length + 20)));
    return [rows, Math.max(0, (await productSeconds(measuring, { ...alone, rows, length })) - empty)];
  };
  const [[shortRows, short], [longRows, long]] = [await timed(SHORT), await timed(LONG)];
  // Of rows·(r + length·e) = seconds for both.
  const entrySeconds = Math.max(0, (long / longRows - short / shortRows) / (LONG - SHORT));
  return { bytes, rowSeconds: Math.max(0, short / shortRows - SHORT * entrySeconds), entrySeconds };
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
  return { ranks, productSeconds: empty, local, ...fitMessages(times) };
}

/** 1, 2, 4, … and `most`. */
function counts(most: number): readonly number[] {
  const powers = Array.from({ length: Math.ceil(Math.log2(most)) }, (_, k) => 2 ** k);
  return [...powers, most];
}

/**
 * Measures what rows, entries and messages take with 1, 2, 4, … ranks up to those that are opened, by products of matrices made for it: bands within each rank's block, of short and of long rows, and blocks that
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
