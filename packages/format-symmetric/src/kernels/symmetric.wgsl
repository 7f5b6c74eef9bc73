// A of which the lower triangle is stored: a workgroup takes the entries of one tile. Of an entry (i, j) the product with x[j] is at its own place in
// workgroup memory, and that with x[i], for row j, behind all of those at its slot, where the products of a column follow one another. Then 1 … 32 lanes
// a run add up what the tile has for one element of y: the products of its row, then those of its column. The sums of the runs of an element lie side
// by side, tile after tile: finish-split-rows.wgsl adds them up. The order of summation is fixed. Follows a reduce text.
//
// tileRuns holds (first run, run after the last, first entry, entry after the last) of each tile, then (first entry, number of the first mirrored product) of each
// run and after the last, then the place of each run's sum. entryRows holds, of every 32 entries, those that begin a row and the row before the
// first of these, rows with entries being counted; then these rows.

const NO_SLOT = 0xffffu;

var<workgroup> products: array<Sum, 2 * capacity>;

@compute @workgroup_size(blockSize)
fn symmetric(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) size: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let number = groupNumber(id, size);
  if (number >= launch.tiles) {
    return;
  }
  let firstRun = tileRuns[4 * number];
  let endRun = tileRuns[4 * number + 1];
  let begin = tileRuns[4 * number + 2];
  let end = tileRuns[4 * number + 3];
  for (var k = begin + local; k < end; k += blockSize) {
    let starts = entryRows[2 * (k / 32)];
    let before = entryRows[2 * (k / 32) + 1];
    let row = entryRows[launch.rowsAt + before + countOneBits(starts & (0xffffffffu >> (31 - k % 32)))];
    let slot = (slots[k / 2] >> (16 * (k % 2))) & 0xffffu;
    let value = values[k];
    products[k - begin] = product(value, x[colIndex[k]]);
    if (slot != NO_SLOT) {
      var turned = value;
      if ((launch.skew & 2) != 0) {
        turned = conjugated(value);
      }
      var mirrored = product(turned, x[row]);
      if ((launch.skew & 1) != 0) {
        mirrored = -mirrored;
      }
      products[capacity + slot] = mirrored;
    }
  }
  workgroupBarrier();

  let runs = endRun - firstRun;
  let runsAt = 4 * launch.tiles;
  // One pair more than there are runs of all tiles, which end where the last tile's do.
  let placesAt = runsAt + 2 * (tileRuns[4 * launch.tiles - 3] + 1);
  let firstSlot = tileRuns[runsAt + 2 * firstRun + 1];
  var lanes = 1u;
  while (lanes < 32 && lanes * 2 * runs <= blockSize && lanes * 4 * runs <= end - begin) {
    lanes *= 2;
  }
  let lane = local % lanes;
  let runsAtOnce = blockSize / lanes;
  for (var r = 0u; r < runs; r += runsAtOnce) {
    let run = firstRun + r + local / lanes;
    var sum = zeroSum();
    if (run < endRun) {
      let at = runsAt + 2 * run;
      for (var p = tileRuns[at] + lane; p < tileRuns[at + 2]; p += lanes) {
        sum = addSums(sum, products[p - begin]);
      }
      for (var p = tileRuns[at + 1] + lane; p < tileRuns[at + 3]; p += lanes) {
        sum = addSums(sum, products[capacity + p - firstSlot]);
      }
    }
    if (lanes > 1) {
      sum = reduceLanes(sum, local, lane, lanes, 1);
    }
    if (lane == 0 && run < endRun) {
      sums[tileRuns[placesAt + run]] = sum;
    }
  }
}
