// How a dense product is cut: into what is packed at once, and into blocks of C that threads take.

/** Lines of A or B that are packed together, as in addon/gemm-inl.h: panels of every set of instructions divide it. */
export const CHUNK = 48;
/** Most steps of k that are computed at a time: a panel of A over so many fits the first-level cache. */
export const MOST_DEPTH = 384;
/** Rows of blocks of C are multiples of this: so are those of tiles of every set of instructions. */
const ROWS = 24;
/** Bytes of packed A and B at a time for each thread, which are read again before they have left its caches; all of them at most {@link MOST_BYTES}. */
const BYTES_EACH = 2 ** 22;
const MOST_BYTES = 2 ** 28;
/** What reading a packed line costs, in elements of C: a tile's step of a line from the cache that threads share takes as long as so many sums. */
const LINE_COST = 8;
/** Parts of the rows and of the columns that are tried. */
const MOST_PARTS = 64;

/** Sizes of a product, and which of its matrices A and B are one for the whole batch. */
export interface ProductSizes {
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
  { m, n, k, batch, sharedLeft, sharedRight }: ProductSizes,
  bytes: number,
  threads: number,
): readonly Slab[] {
  const room = Math.min(MOST_BYTES, BYTES_EACH * threads) / bytes;
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

/** Blocks of C: of so many rows, and groups of chunks of columns. */
export interface Blocks {
  readonly height: number;
  readonly groups: number;
}

/**
 * Blocks of so many products that keep threads busy for the shortest time: the thread with most blocks computes for as long as their elements take, and
 * reads the rows and the columns of each. Of equal ones those with fewest parts.
 */
export function blocksOf(m: number, n: number, products: number, threads: number): Blocks {
  const [rowUnits, chunks] = [Math.ceil(m / ROWS), Math.ceil(n / CHUNK)];
  let best = { height: rowUnits * ROWS, groups: 1, time: Number.POSITIVE_INFINITY };
  for (let rowParts = 1; rowParts <= Math.min(rowUnits, threads === 1 ? 1 : MOST_PARTS); rowParts++) {
    const height = Math.ceil(rowUnits / rowParts) * ROWS;
    for (let groups = 1; groups <= Math.min(chunks, threads === 1 ? 1 : MOST_PARTS); groups++) {
      const width = Math.ceil(chunks / groups) * CHUNK;
      const rounds = Math.ceil((products * Math.ceil(m / height) * groups) / threads);
      const time = rounds * (Math.min(height, m) * Math.min(width, n) + LINE_COST * (height + width));
      if (time < best.time) best = { height, groups, time };
    }
  }
  return { height: best.height, groups: best.groups };
}
