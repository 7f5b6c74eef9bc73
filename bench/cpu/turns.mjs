// The rule of turns, the same for ours and for the peers: first products that are not timed, until caches hold this contender's copy
// of the matrix and its threads and the clock are awake, then timed ones. The first round only says how many of each.
import { pause } from './statistics.mjs';

/** OpenMP's threads look for work for 300,000 pauses, 20 ms on some processors: whoever computes next must not share cores with them. */
const QUIET_MS = 40;
/** Ours look for 1 ms. */
const OURS_QUIET_MS = 3;
const WARM_MS = 10;
const LEAST_WARM = 3;
const MOST = 400;

const inside = (least, ms, microseconds) => Math.max(least, Math.min(MOST, Math.round((ms * 1000) / microseconds)));

/**
 * `rounds` rounds of turns of about `turnMs`; every contender's `samples` are filled, in microseconds. A contender's
 * `turn(warm, runs)` gives the times of `runs` products after `warm` others; `pool` names the threads it computes with, if they look
 * for work after their products; the next contender of the same pool need not wait for them.
 */
export async function takeTurns(contenders, { rounds, turnMs }) {
  const last = new Map();
  for (let round = 0; round <= rounds; round++) {
    for (const [k, one] of contenders.entries()) {
      const known = last.get(one);
      const times =
        known === undefined
          ? await one.turn(1, 2)
          : await one.turn(inside(LEAST_WARM, WARM_MS, known), inside(1, turnMs, known));
      last.set(one, Math.min(...times));
      if (round > 0) one.samples.push(...times);
      const next = contenders[(k + 1) % contenders.length];
      if (one.pool === undefined || next.pool !== one.pool) await pause(one.ours ? OURS_QUIET_MS : QUIET_MS);
    }
  }
}

/** The turn of a product that is a call of this process. */
export function callTurn(apply) {
  return async (warm, runs) => {
    for (let run = 0; run < warm; run++) apply();
    const times = new Float64Array(runs);
    for (let run = 0; run < runs; run++) {
      const begin = performance.now();
      apply();
      times[run] = (performance.now() - begin) * 1000;
    }
    return times;
  };
}

/** The turn of a native peer. */
export function nativeTurn(native, name) {
  return async (warm, runs) => {
    await native.time(name, warm);
    return native.time(name, runs);
  };
}
