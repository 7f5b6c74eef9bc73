// How a dense product is cut: into what is packed at once, and into parts of C that threads take.

/** Lines of A or B that are packed together, as in addon/gemm-tiles-inl.h: panels of every set of instructions divide it. */
export const CHUNK = 48;
/** Most steps of k that are computed at a time: a panel of A over so many fits the first-level cache. */
export const MOST_DEPTH = 512;
/** The same of one thread alone: on a Xeon 512 steps of f64 take 1.02 to 1.05 times as long as 384, on a Zen 5 as long. */
export const DEPTH_ALONE: Readonly<Record<'f64' | 'f32', number>> = { f64: 384, f32: MOST_DEPTH };
/** Lines of A or B that are a unit of packing, and rows and columns of what is about a share of C. */
const UNIT = 8;
/** Shares of a product at most, and of a batch: enough for any number of threads, and few enough to be counted. */
const MOST_SHARES = 2 ** 14;
const MOST_UNITS = 2 ** 30;
/** Bytes of packed A and B at a time for each thread, which are read again before they have left its caches; all of them at most {@link MOST_BYTES}. One thread writes and reads all of them itself. */
const BYTES_EACH = 2 ** 22;
const BYTES_ALONE = 2 ** 21;
const MOST_BYTES = 2 ** 28;
/** Sizes of a product, and which of its matrices A and B are one for the whole batch. */
export interface GemmSizes {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly batch: number;
  readonly sharedLeft: boolean;
  readonly sharedRight: boolean;
}

/** What is packed at once: some products of the batch, over some steps of k. */
export interface Slab {
  readonly first: number;
  readonly count: number;
  readonly from: number;
  readonly steps: number;
}

/** Lines as they are packed: whole chunks. */
export function packedLines(lines: number): number {
  return Math.ceil(lines / CHUNK) * CHUNK;
}

/** Parts of a total that are as long as one another, but for rounding, and at most `most` long. */
export function evenParts(total: number, most: number): number {
  return Math.ceil(total / Math.ceil(total / most));
}

/** As many products as there is room for with all of k, at least one; of that one as many steps as there is room for, at least {@link MOST_DEPTH}. */
export function slabsOf(
  { m, n, k, batch, sharedLeft, sharedRight }: GemmSizes,
  bytes: number,
  threads: number,
): readonly Slab[] {
  const room = Math.min(MOST_BYTES, threads === 1 ? BYTES_ALONE : BYTES_EACH * threads) / bytes;
  const [left, right] = [packedLines(m), packedLines(n)];
  const steps = evenParts(k, Math.max(MOST_DEPTH, Math.floor(room / (left + right))));
  const each = ((sharedLeft ? 0 : left) + (sharedRight ? 0 : right)) * k;
  const products = steps < k ? 1 : each === 0 ? batch : Math.min(batch, Math.max(1, Math.floor(room / each)));
  const slabs: Slab[] = [];
  for (let first = 0; first < batch; first += products) {
    for (let from = 0; from < k; from += steps)
      slabs.push({ first, count: Math.min(products, batch - first), from, steps: Math.min(steps, k - from) });
  }
  return slabs;
}

/** Units that packing so many lines is divided into: the addon shares out their panels among them. */
export function packingUnits(lines: number): number {
  return Math.ceil(lines / UNIT);
}

/**
 * Shares that C of each product is divided into. The addon orders the tiles of C and lets share s of S begin with the tile nearest to s/S of all of it, so that ranges of
 * equal numbers of shares differ by a tile at most, whatever the tile is.
 */
export function sharesOf(m: number, n: number, products: number): number {
  const cells = Math.ceil(m / UNIT) * Math.ceil(n / UNIT);
  return Math.max(1, Math.min(cells, MOST_SHARES, Math.floor(MOST_UNITS / products)));
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
