/** Rows whose length lies in from..to, both counted. */
export interface HistogramBin {
  readonly from: number;
  readonly to: number;
  readonly rows: number;
}

const MOST_SINGLE_BINS = 20;

/** Which of the bins 0, 1, 2, 3–4, 5–8, 9–16, … a length falls in. */
function doublingBin(length: number): number {
  return length <= 2 ? length : 2 + Math.ceil(Math.log2(length / 2));
}

/**
 * Rows by their number of entries: one bin per length while there are few lengths, else 0, 1, 2, 3–4, 5–8, 9–16, … Empty bins at both
 * ends are left out. `rows` rows in all: those without a length are empty.
 */
export function rowHistogram(rowLength: Int32Array, rows: number): readonly HistogramBin[] {
  if (rows === 0) return [];
  const empty = rows - rowLength.length;
  let min = empty > 0 ? 0 : Infinity;
  let max = 0;
  for (const length of rowLength) {
    min = Math.min(min, length);
    max = Math.max(max, length);
  }
  const single = max - min < MOST_SINGLE_BINS;
  const edges: (readonly [number, number])[] = [];
  if (single) for (let length = min; length <= max; length++) edges.push([length, length]);
  else
    for (let from = 0, to = 0; from <= max; from = to + 1, to = from <= 2 ? from : (from - 1) * 2)
      edges.push([from, to]);
  const counts = edges.map(() => 0);
  if (empty > 0) counts[0] = empty;
  for (const length of rowLength) {
    const bin = single ? length - min : doublingBin(length);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const bins = edges.map(([from, to], b) => ({ from, to, rows: counts[b] ?? 0 }));
  const first = bins.findIndex((bin) => bin.rows > 0);
  const last = bins.findLastIndex((bin) => bin.rows > 0);
  return bins.slice(first, last + 1);
}
