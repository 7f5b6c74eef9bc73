import { FRONT_ROOM } from '../native.ts';
import type { SymmetricAnalysis } from './symmetric.ts';
import { updateRoom } from './update-room.ts';

/** How threads share a tree of supernodes. */
export interface TreePlan {
  readonly threads: number;
  /** Subtrees that one thread each computes: supernodes `begins[k]` up to `ends[k]`, not included. */
  readonly begins: Int32Array;
  readonly ends: Int32Array;
  /** The others, children before their parents. */
  readonly top: Int32Array;
  readonly updateStart: Float64Array;
  readonly updateLength: number;
}

/** Products from which on a thread pays for being started. */
const OF_THREAD = 1e7;
/** Subtrees have at most this part of what is a thread's. */
const PART = 1 / 2;

/**
 * Of as many threads as pay, and as many as `spare` bytes are enough for beside what one takes: subtrees that are computed at the same time need room of their own. Numbers do not depend on it.
 */
export function treePlan(analysis: SymmetricAnalysis, most: number, spare: number): TreePlan {
  const { flops, updateLength } = analysis;
  for (let threads = Math.min(most, Math.floor(flops / OF_THREAD)); threads > 1; threads >>= 1) {
    const plan = planOf(analysis, threads);
    const beside = 8 * (plan.updateLength - updateLength) + threads * (8 * FRONT_ROOM + 8 * analysis.n);
    if (beside <= spare) return plan;
  }
  const { firstPivot, updateStart } = analysis;
  const top = Int32Array.from({ length: firstPivot.length - 1 }, (_, s) => s);
  const none = new Int32Array(0);
  return { threads: 1, begins: none, ends: none, top, updateStart, updateLength };
}

function planOf({ firstPivot, rowsStart, supernodeParent: parent }: SymmetricAnalysis, threads: number): TreePlan {
  const count = parent.length;
  const [work, size] = [new Float64Array(count), new Int32Array(count).fill(1)];
  const height = Int32Array.from({ length: count }, (_, s) => rowsStart[s + 1] - rowsStart[s]);
  let all = 0;
  for (let s = 0; s < count; s++) {
    const own = (firstPivot[s + 1] - firstPivot[s]) * height[s] ** 2;
    all += own;
    work[s] += own;
    if (parent[s] === -1) continue;
    work[parent[s]] += work[s];
    size[parent[s]] += size[s];
  }
  const limit = (PART * all) / threads;
  const isTop = (s: number): boolean => s === -1 || work[s] > limit;
  const regionOf = new Int32Array(count);
  const [begins, ends, top]: [number[], number[], number[]] = [[], [], []];
  for (let s = 0; s < count; s++) {
    if (isTop(s)) top.push(s);
    else if (isTop(parent[s])) {
      begins.push(s + 1 - size[s]);
      ends.push(s + 1);
      regionOf.fill(begins.length, s + 1 - size[s], s + 1);
    }
  }
  return {
    threads,
    begins: Int32Array.from(begins),
    ends: Int32Array.from(ends),
    top: Int32Array.from(top),
    ...updateRoom({ firstPivot, parent, height }, regionOf),
  };
}
