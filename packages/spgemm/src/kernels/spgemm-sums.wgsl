// A sum over the entries of each row, 8 threads a row, and all of the workgroup where a row is long: the longest row is what everybody waits for.
// Declared beside it: rowStart, term, blockSize = 256.
const LANES = 8u;
const ROWS = 32u;
const LONG = 2048u;
// Beyond every table, and of 256 such numbers the sum is a u32.
const MOST = 1u << 20;

var<workgroup> begins: array<u32, ROWS>;
var<workgroup> ends: array<u32, ROWS>;
var<workgroup> sums: array<atomic<u32>, ROWS>;
var<workgroup> longRows: array<u32, ROWS>;
var<workgroup> longCount: atomic<u32>;
var<workgroup> longOfAll: u32;

fn sumTerms(begin: u32, end: u32, first: u32, step: u32) -> u32 {
  var sum = 0u;
  for (var k = begin + first; k < end; k += step) {
    sum = min(sum + term(k, begin), MOST);
  }
  return sum;
}

// By all threads: the sum of row `row`, at most 256 MOST, in all 8 threads of it. Rows from `rows` on have none.
fn sumRow(row: u32, rows: u32, local: u32) -> u32 {
  let group = local / LANES;
  let lane = local % LANES;
  if (local == 0) {
    atomicStore(&longCount, 0u);
  }
  if (lane == 0) {
    atomicStore(&sums[group], 0u);
    begins[group] = 0;
    ends[group] = 0;
    if (row < rows) {
      begins[group] = rowStart[row];
      ends[group] = rowStart[row + 1];
    }
  }
  workgroupBarrier();
  if (ends[group] - begins[group] <= LONG) {
    atomicAdd(&sums[group], sumTerms(begins[group], ends[group], lane, LANES));
  } else if (lane == 0) {
    longRows[atomicAdd(&longCount, 1u)] = group;
  }
  workgroupBarrier();
  if (local == 0) {
    longOfAll = atomicLoad(&longCount);
  }
  let count = workgroupUniformLoad(&longOfAll);
  for (var i = 0u; i < count; i++) {
    let which = longRows[i];
    atomicAdd(&sums[which], sumTerms(begins[which], ends[which], local, blockSize));
  }
  workgroupBarrier();
  return atomicLoad(&sums[group]);
}
