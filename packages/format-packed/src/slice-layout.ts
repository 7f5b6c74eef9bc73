/** Lanes of a slice: a warp. */
export const LANES = 32;

/** What decides the slices. */
export interface SliceOptions {
  /** Most steps a lane takes: rows above `steps` entries get several lanes, above 32·`steps` several slices. */
  readonly steps: number;
  /** Rows of one lane count are sorted by length within windows of this many rows. */
  readonly window: number;
}

/**
 * Which rows share a slice. A segment is a row, or a piece of a row longer than a slice; slice s holds the segments
 * `segmentStart[s] … segmentStart[s + 1] − 1`, each on 2^`lanesLog[s]` lanes. Segment row −1: no row, in the last slice of a class.
 */
export interface SliceLayout {
  readonly slices: number;
  readonly lanesLog: Uint8Array;
  /** Steps of each slice: what its longest lane takes. */
  readonly steps: Int32Array;
  readonly segmentStart: Int32Array;
  readonly segmentRow: Int32Array;
  /** First entry of the segment, counted from the start of its row. */
  readonly segmentOffset: Int32Array;
  readonly segmentLength: Int32Array;
  /** First slice of the pieces; slices before it hold whole rows. */
  readonly firstPiece: number;
}

const SPLIT_CLASS = 6;

/** log2 of the lanes for a row of `length` entries: as few as keep every lane within `steps`; 6 for a row that must be split. */
export function lanesClass(length: number, steps: number): number {
  let log = 0;
  while (log < SPLIT_CLASS && length > steps << log) log++;
  return log;
}

function stepsOf(length: number, log: number): number {
  return (length + (1 << log) - 1) >> log;
}

/** Rows of each class, in order; class c at `start[c] … start[c + 1] − 1`. */
function rowsByClass(rowLength: Int32Array, steps: number): { readonly start: Int32Array; readonly rows: Int32Array } {
  const start = new Int32Array(SPLIT_CLASS + 2);
  for (const length of rowLength) {
    const slot = lanesClass(length, steps) + 1;
    start[slot] = (start[slot] as number) + 1;
  }
  for (let c = 0; c <= SPLIT_CLASS; c++) start[c + 1] = (start[c + 1] as number) + (start[c] as number);
  const next = start.slice();
  const rows = new Int32Array(rowLength.length);
  for (let row = 0; row < rowLength.length; row++) {
    const c = lanesClass(rowLength[row] as number, steps);
    const at = next[c] as number;
    rows[at] = row;
    next[c] = at + 1;
  }
  return { start, rows };
}

/** Sorts rows[from … to − 1] by steps, longest first, equal ones in their order: a counting sort. */
function sortWindow(rows: Int32Array, from: number, to: number, key: (row: number) => number, largest: number): void {
  const count = new Int32Array(largest + 2);
  let sorted = true;
  for (let i = from; i < to; i++) {
    const k = key(rows[i] as number);
    count[largest - k + 1] = (count[largest - k + 1] as number) + 1;
    if (i > from && k > key(rows[i - 1] as number)) sorted = false;
  }
  if (sorted) return;
  for (let b = 0; b <= largest; b++) count[b + 1] = (count[b + 1] as number) + (count[b] as number);
  const result = new Int32Array(to - from);
  for (let i = from; i < to; i++) {
    const row = rows[i] as number;
    const bucket = largest - key(row);
    const at = count[bucket] as number;
    result[at] = row;
    count[bucket] = at + 1;
  }
  rows.set(result, from);
}

/** The slices for rows of these lengths. Linear time. */
export function layOutSlices(rowLength: Int32Array, { steps, window }: SliceOptions): SliceLayout {
  const { start, rows } = rowsByClass(rowLength, steps);
  const perPiece = steps * LANES;
  let slices = 0;
  let segments = 0;
  for (let c = 0; c < SPLIT_CLASS; c++) {
    const perSlice = LANES >> c;
    const count = Math.ceil(((start[c + 1] as number) - (start[c] as number)) / perSlice);
    slices += count;
    segments += count * perSlice;
  }
  const firstPiece = slices;
  for (let i = start[SPLIT_CLASS] as number; i < rows.length; i++) {
    const pieces = Math.ceil((rowLength[rows[i] as number] as number) / perPiece);
    slices += pieces;
    segments += pieces;
  }
  const layout = {
    slices,
    firstPiece,
    lanesLog: new Uint8Array(slices),
    steps: new Int32Array(slices),
    segmentStart: new Int32Array(slices + 1),
    segmentRow: new Int32Array(segments).fill(-1),
    segmentOffset: new Int32Array(segments),
    segmentLength: new Int32Array(segments),
  };
  let slice = 0;
  let segment = 0;
  for (let c = 0; c < SPLIT_CLASS; c++) {
    const from = start[c] as number;
    const to = start[c + 1] as number;
    const perSlice = LANES >> c;
    const windowRows = Math.max(perSlice, Math.floor(window / perSlice) * perSlice);
    const key = (row: number): number => stepsOf(rowLength[row] as number, c);
    for (let w = from; w < to; w += windowRows) sortWindow(rows, w, Math.min(w + windowRows, to), key, steps);
    for (let i = from; i < to; i += perSlice, slice++) {
      let longest = 0;
      for (let j = i; j < Math.min(i + perSlice, to); j++) {
        const row = rows[j] as number;
        layout.segmentRow[segment + j - i] = row;
        layout.segmentLength[segment + j - i] = rowLength[row] as number;
        longest = Math.max(longest, key(row));
      }
      layout.lanesLog[slice] = c;
      layout.steps[slice] = longest;
      segment += perSlice;
      layout.segmentStart[slice + 1] = segment;
    }
  }
  for (let i = start[SPLIT_CLASS] as number; i < rows.length; i++) {
    const row = rows[i] as number;
    const length = rowLength[row] as number;
    for (let offset = 0; offset < length; offset += perPiece, slice++) {
      const piece = Math.min(perPiece, length - offset);
      layout.segmentRow[segment] = row;
      layout.segmentOffset[segment] = offset;
      layout.segmentLength[segment] = piece;
      layout.lanesLog[slice] = 5;
      layout.steps[slice] = stepsOf(piece, 5);
      segment++;
      layout.segmentStart[slice + 1] = segment;
    }
  }
  return layout;
}

/** Whether all lanes of a slice are busy in every step and its rows are neighbours: such a slice needs no segments stored. */
export function isPlain(layout: SliceLayout, slice: number): boolean {
  if (slice >= layout.firstPiece) return false;
  const from = layout.segmentStart[slice] as number;
  const to = layout.segmentStart[slice + 1] as number;
  const length = (layout.steps[slice] as number) << (layout.lanesLog[slice] as number);
  const first = layout.segmentRow[from] as number;
  for (let i = from; i < to; i++) {
    if (layout.segmentRow[i] !== first + i - from || layout.segmentLength[i] !== length) return false;
  }
  return true;
}
