/** Rows of CSR in tiles of equal work. */
export interface CsrTiles {
  /** (rowBegin, rowEnd, entryBegin, entryEnd); rowEnd = rowBegin for a part of a split row. Those come first. */
  readonly tiles: Int32Array;
  /** (slot, before) of each part of a split row: see joinRow in split-row.cuh. */
  readonly places: Int32Array;
}

/** Most slots that the partial sums of rows above `capacity` entries need. */
export function mostPartialSums(nnz: number, capacity: number): number {
  return 2 * Math.ceil(nnz / capacity);
}

/** Entries of the last tiles, where tiles become smaller towards the end. */
const LEAST_CAPACITY = 512;

interface TileVisitor {
  whole(rowBegin: number, rowEnd: number): void;
  /** A row of more than `capacity` entries. */
  long(row: number): void;
}

/** How large tiles are. */
interface TileSizes {
  readonly capacity: number;
  readonly mostRows: number;
  readonly atOnce: number;
}

function visitTiles(
  rowStart: Int32Array,
  { capacity, mostRows, atOnce }: TileSizes,
  { whole, long }: TileVisitor,
): void {
  const rows = rowStart.length - 1;
  const capacityAt = (first: number): number =>
    atOnce === 0 ? capacity : Math.min(capacity, Math.max(LEAST_CAPACITY, (rowStart[rows] - rowStart[first]) / atOnce));
  let first = 0;
  let most = capacityAt(0);
  for (let row = 0; row < rows; row++) {
    const end = rowStart[row + 1];
    const isLong = end - rowStart[row] > capacity;
    if (!isLong && end - rowStart[first] <= most && row - first < mostRows) continue;
    if (row > first) whole(first, row);
    if (isLong) long(row);
    first = isLong ? row + 1 : row;
    most = capacityAt(first);
  }
  if (rows > first) whole(first, rows);
}

/**
 * Tiles of at most `capacity` entries and `mostRows` rows. A row is in one tile; one above `capacity` entries is split into tiles of its own, the last of
 * which adds their partial sums. With `atOnce`, the number of tiles that a device works on at once, tiles become smaller towards the end, a share of what is
 * left each, so that all of the device ends at about the same time. Tiles are counted before they are stored: there may be as many as fit no plain array.
 */
export function tilesOf(
  rowStart: Int32Array,
  capacity: number,
  mostRows: number = capacity,
  atOnce: number = 0,
): CsrTiles {
  const sizes: TileSizes = { capacity, mostRows, atOnce };
  const startOf = (row: number): number => rowStart[row];
  let splitCount = 0;
  let wholeCount = 0;
  visitTiles(rowStart, sizes, {
    whole: () => void wholeCount++,
    long: (row) => void (splitCount += Math.ceil((startOf(row + 1) - startOf(row)) / capacity)),
  });
  const tiles = new Int32Array(4 * (splitCount + wholeCount));
  const places = new Int32Array(2 * splitCount);
  let part = 0;
  let tile = splitCount;
  let slot = 0;
  const put = (at: number, ...numbers: readonly [number, number, number, number]): void => {
    for (let i = 0; i < 4; i++) tiles[4 * at + i] = numbers[i];
  };
  visitTiles(rowStart, sizes, {
    whole: (rowBegin, rowEnd) => put(tile++, rowBegin, rowEnd, startOf(rowBegin), startOf(rowEnd)),
    long(row) {
      const end = startOf(row + 1);
      let before = 0;
      for (let k = startOf(row); k < end; k += capacity) {
        const last = k + capacity >= end;
        put(part, row, row, k, last ? end : k + capacity);
        places[2 * part] = slot;
        places[2 * part + 1] = last ? before : 0;
        part++;
        before++;
        if (!last) slot++;
      }
    },
  });
  return { tiles, places };
}
