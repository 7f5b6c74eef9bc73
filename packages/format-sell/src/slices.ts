/** Longest row of each slice of `C` rows; `rowLength` is in storage order. */
export function sliceWidths(rowLength: Int32Array, C: number): Int32Array {
  const widths = new Int32Array(Math.ceil(rowLength.length / C));
  for (let place = 0; place < rowLength.length; place++) {
    const slice = Math.trunc(place / C);
    const length = rowLength[place];
    if (length > widths[slice]) widths[slice] = length;
  }
  return widths;
}

/** The order of a window's rows by falling length, counted by length: rows of one length keep their order. `counts`: zeros for every length; clean again after it. */
function countRows(lengths: Int32Array, counts: Int32Array, into: Int32Array): void {
  for (let k = 0; k < lengths.length; k++) counts[lengths[k]] = counts[lengths[k]] + 1;
  let place = 0;
  for (let length = counts.length - 1; length >= 0; length--) {
    const count = counts[length];
    counts[length] = place;
    place += count;
  }
  for (let k = 0; k < lengths.length; k++) {
    const at = counts[lengths[k]];
    into[at] = k;
    counts[lengths[k]] = at + 1;
  }
  counts.fill(0);
}

/** The same by comparing, where there are far more lengths than rows. `keys`: a number for each row. */
function compareRows(lengths: Int32Array, longest: number, keys: Float64Array, into: Int32Array): void {
  const count = lengths.length;
  // One number that sorts by length, then by row: exact as long as count · longest is below 2^53.
  for (let k = 0; k < count; k++) keys[k] = (longest - lengths[k]) * count + k;
  keys.sort();
  for (let k = 0; k < count; k++) into[k] = keys[k] % count;
}

/** Lengths for each row of a window up to which counting is quicker than comparing. */
const LENGTHS_PER_ROW = 8;

function longestOf(lengths: Int32Array): number {
  let longest = 0;
  for (let k = 0; k < lengths.length; k++) longest = Math.max(longest, lengths[k]);
  return longest;
}

/** Rows in storage order: each window of `sigma` rows by falling length, rows of one length in the order they had. */
export function sortRows(rowLength: Int32Array, sigma: number): Int32Array {
  const rows = rowLength.length;
  const order = new Int32Array(rows);
  const window = Math.min(sigma, rows);
  const keys = new Float64Array(window);
  const counts = new Int32Array(Math.min(LENGTHS_PER_ROW * window, longestOf(rowLength)) + 1);
  for (let first = 0; first < rows; first += window) {
    const lengths = rowLength.subarray(first, first + window);
    const into = order.subarray(first, first + window);
    const longest = longestOf(lengths);
    if (longest <= LENGTHS_PER_ROW * lengths.length) countRows(lengths, counts.subarray(0, longest + 1), into);
    else compareRows(lengths, longest, keys.subarray(0, lengths.length), into);
    for (let k = 0; k < into.length; k++) into[k] = into[k] + first;
  }
  return order;
}

/** First slot of each slice, and the number of slots as last element. Numbers may pass 2³¹: this predicts. */
export function sliceStarts(widths: Int32Array, C: number, alignment: number): Float64Array {
  const starts = new Float64Array(widths.length + 1);
  for (let slice = 0; slice < widths.length; slice++) {
    const slots = Math.ceil((widths[slice] * C) / alignment) * alignment;
    starts[slice + 1] = starts[slice] + slots;
  }
  return starts;
}
