// How a dense product is cut into what threads take, and what is packed at once.

/** Columns that are a multiple of all tiles, as in addon/gemm-tiles-inl.h, and room for the rows of a panel of A. */
export const CHUNK = 48;
const PANEL_LINES = 8;
/** Most steps of k that are computed at a time: a panel of A over so many fits the first-level cache. */
export const MOST_DEPTH = 384;
/** Bytes of B that a thread packs at a time: they stay in the second-level cache while panels of A pass. */
const PACKED_BYTES = 5 * 2 ** 18;

/** Parts of a total that are as long as one another, but for rounding, and at most `most` long. */
export function evenParts(total: number, most: number): number {
  return Math.ceil(total / Math.ceil(total / most));
}

/** Elements that a thread packs into: a panel of A, and all columns of B, or as many as there is room for, over `depth` steps each. */
export function packingRoom(n: number, depth: number, bytes: number): number {
  return PANEL_LINES * depth + Math.min(PACKED_BYTES / bytes, Math.ceil(n / CHUNK) * CHUNK * depth);
}

/** Groups of chunks of columns, for so many products of a few rows, that keep threads busy for the shortest time; of equal ones the fewest. */
export function columnGroups(n: number, products: number, threads: number): number {
  const chunks = Math.ceil(n / CHUNK);
  let best = { groups: 1, time: Number.POSITIVE_INFINITY };
  for (let groups = 1; groups <= (threads === 1 ? 1 : chunks); groups++) {
    const time = Math.ceil((products * groups) / threads) * Math.ceil(chunks / groups);
    if (time < best.time) best = { groups, time };
  }
  return best.groups;
}
