import { OPS } from './native.ts';
import type { RankTeam } from './team.ts';

/** Products one after another. */
export interface ProductLoop {
  /** Where the vectors lie in the arena. */
  readonly x: number;
  readonly y: number;
  readonly transpose: number;
  readonly alpha: number;
  readonly beta: number;
  readonly cold: boolean;
  readonly runs: number;
}

/** Seconds of each product in a loop of the ranks, by the clock of rank 0. Errors: as of {@link RankTeam.push}, `BACKEND.OUT_OF_MEMORY`. */
export function loopSeconds(team: RankTeam, id: number, product: ProductLoop): Float64Array {
  const { x, y, transpose, alpha, beta, cold, runs } = product;
  const region = team.arena.allocate(`the times of ${runs} products`, runs * 8);
  const buffer = team.arena.view(region);
  try {
    team.push(OPS.loop, id, [x, y, transpose, Number(cold), runs, region.offset], alpha, beta);
    team.wait();
    return new Float64Array(buffer, 0, runs).slice();
  } finally {
    team.arena.hide(buffer);
    team.arena.free(region);
  }
}
