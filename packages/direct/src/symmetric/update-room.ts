import type { Supernodes } from '../symbolic/supernodes.ts';

/** Where in memory for updates what each supernode leaves to its parent lies. */
interface UpdateRoom {
  readonly updateStart: Float64Array;
  readonly updateLength: number;
}

/**
 * Two stacks, by whether the depth in the tree is even: a supernode's update is put on one while those of its children are on top of the other. `regionOf`: supernodes of one number are computed one after another, and of
 * others at the same time, so that each has stacks of its own; below one of another region all supernodes are of one. Default: all are of one.
 */
export function updateRoom({ firstPivot, parent, height }: Supernodes, regionOf?: Int32Array): UpdateRoom {
  const count = height.length;
  const stack = new Int32Array(count);
  for (let s = count - 1; s >= 0; s--) {
    const isOdd = parent[s] !== -1 && stack[parent[s]] % 2 === 0;
    stack[s] = 2 * (regionOf?.[s] ?? 0) + (isOdd ? 1 : 0);
  }
  const stacks = 2 + stack.reduce((most, one) => Math.max(most, one), 0);
  const [used, most] = [new Float64Array(stacks), new Float64Array(stacks + 1)];
  const updateStart = new Float64Array(count);
  // Children pop themselves when their parent is done: by then `below` says where the first of them began.
  const below = new Float64Array(count).fill(-1);
  for (let s = 0; s < count; s++) {
    const own = stack[s];
    if (below[s] !== -1) used[own ^ 1] = below[s];
    updateStart[s] = used[own];
    const above = parent[s];
    if (above === -1) continue;
    if (below[above] === -1 && stack[above] === (own ^ 1)) below[above] = used[own];
    used[own] += (height[s] - (firstPivot[s + 1] - firstPivot[s])) ** 2;
    most[own] = Math.max(most[own], used[own]);
  }
  let updateLength = 0;
  for (let one = 0; one < stacks; one++) {
    [most[one], updateLength] = [updateLength, updateLength + most[one]];
  }
  for (let s = 0; s < count; s++) updateStart[s] += most[stack[s]];
  return { updateStart, updateLength };
}
