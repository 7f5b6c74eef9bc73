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
 * Which rows share a slice. A segment is a row, or the part of a split row that one slice holds; slice s holds the segments
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
  /** The first `splitSlices` slices hold a part of a split row each, those of a row in order; the others whole rows. */
  readonly splitSlices: number;
}

const SPLIT_CLASS = 6;

/** log2 of the lanes for a row of `length` entries: as few as keep every lane within `steps`; 6 for a row that must be split. */
function lanesClass(length: number, steps: number): number {
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
    start[slot] = start[slot] + 1;
  }
  for (let c = 0; c <= SPLIT_CLASS; c++) start[c + 1] = start[c + 1] + start[c];
  const next = start.slice();
  const rows = new Int32Array(rowLength.length);
  for (let row = 0; row < rowLength.length; row++) {
    const c = lanesClass(rowLength[row], steps);
    const at = next[c];
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
    const k = key(rows[i]);
    count[largest - k + 1] = count[largest - k + 1] + 1;
    if (i > from && k > key(rows[i - 1])) sorted = false;
  }
  if (sorted) return;
  for (let b = 0; b <= largest; b++) count[b + 1] = count[b + 1] + count[b];
  const result = new Int32Array(to - from);
  for (let i = from; i < to; i++) {
    const row = rows[i];
    const bucket = largest - key(row);
    const at = count[bucket];
    result[at] = row;
    count[bucket] = at + 1;
  }
  rows.set(result, from);
}

/** An empty layout with room for these many slices and segments. */
function allocateLayout(slices: number, segments: number, splitSlices: number): SliceLayout {
  return {
    slices,
    splitSlices,
    lanesLog: new Uint8Array(slices),
    steps: new Int32Array(slices),
    segmentStart: new Int32Array(slices + 1),
    segmentRow: new Int32Array(segments).fill(-1),
    segmentOffset: new Int32Array(segments),
    segmentLength: new Int32Array(segments),
  };
}

/** Slices for the rows to be split, from slice 0 on. */
function layOutSplitRows(layout: SliceLayout, rows: Int32Array, rowLength: Int32Array, perSlice: number): void {
  let slice = 0;
  for (const row of rows) {
    const length = rowLength[row];
    for (let offset = 0; offset < length; offset += perSlice, slice++) {
      const part = Math.min(perSlice, length - offset);
      layout.segmentRow[slice] = row;
      layout.segmentOffset[slice] = offset;
      layout.segmentLength[slice] = part;
      layout.lanesLog[slice] = 5;
      layout.steps[slice] = stepsOf(part, 5);
      layout.segmentStart[slice + 1] = slice + 1;
    }
  }
}

/** Slices for the rows of class `log`, sorted in windows, from `slice` on; returns the slice after them. */
function layOutClass(
  layout: SliceLayout,
  rows: Int32Array,
  rowLength: Int32Array,
  log: number,
  options: SliceOptions,
  slice: number,
): number {
  const perSlice = LANES >> log;
  const windowRows = Math.max(perSlice, Math.floor(options.window / perSlice) * perSlice);
  const key = (row: number): number => stepsOf(rowLength[row], log);
  for (let w = 0; w < rows.length; w += windowRows)
    sortWindow(rows, w, Math.min(w + windowRows, rows.length), key, options.steps);
  let segment = layout.segmentStart[slice];
  let at = slice;
  for (let i = 0; i < rows.length; i += perSlice, at++) {
    let longest = 0;
    for (let j = i; j < Math.min(i + perSlice, rows.length); j++) {
      const row = rows[j];
      layout.segmentRow[segment + j - i] = row;
      layout.segmentLength[segment + j - i] = rowLength[row];
      longest = Math.max(longest, key(row));
    }
    layout.lanesLog[at] = log;
    layout.steps[at] = longest;
    segment += perSlice;
    layout.segmentStart[at + 1] = segment;
  }
  return at;
}

/** The slices for rows of these lengths, those of the longest rows first: they take longest. Linear time. */
export function layOutSlices(rowLength: Int32Array, options: SliceOptions): SliceLayout {
  const { start, rows } = rowsByClass(rowLength, options.steps);
  const perSlice = options.steps * LANES;
  const ofClass = (log: number): Int32Array => rows.subarray(start[log], start[log + 1]);
  let splitSlices = 0;
  for (const row of ofClass(SPLIT_CLASS)) splitSlices += Math.ceil(rowLength[row] / perSlice);
  let slices = splitSlices;
  let segments = splitSlices;
  for (let log = 0; log < SPLIT_CLASS; log++) {
    const count = Math.ceil(ofClass(log).length / (LANES >> log));
    slices += count;
    segments += count * (LANES >> log);
  }
  const layout = allocateLayout(slices, segments, splitSlices);
  layOutSplitRows(layout, ofClass(SPLIT_CLASS), rowLength, perSlice);
  let slice = splitSlices;
  for (let log = SPLIT_CLASS - 1; log >= 0; log--)
    slice = layOutClass(layout, ofClass(log), rowLength, log, options, slice);
  return layout;
}

/** Whether all lanes of a slice are busy in every step and its rows are neighbours: such a slice needs no segments stored. */
export function isPlain(layout: SliceLayout, slice: number): boolean {
  if (slice < layout.splitSlices) return false;
  const from = layout.segmentStart[slice];
  const to = layout.segmentStart[slice + 1];
  const length = layout.steps[slice] << layout.lanesLog[slice];
  const first = layout.segmentRow[from];
  for (let i = from; i < to; i++) {
    if (layout.segmentRow[i] !== first + i - from || layout.segmentLength[i] !== length) return false;
  }
  return true;
}
