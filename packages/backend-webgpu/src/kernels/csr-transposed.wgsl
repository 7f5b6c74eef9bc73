// Aᵀx for A stored by rows: a workgroup takes the entries of one tile as they are stored, and puts each product into its slot, where the products of a
// column follow one another in a run; then 1 … 32 lanes a run add up its products. The sums of the runs of a column lie side by
// side, tile after tile: finish-split-rows.wgsl adds them up. The order of summation is fixed. Follows a reduce text.
//
// tileRuns holds (first run, run after the last, first entry, entry after the last) of each tile, then (first slot, place of the sum) of each run, slots counted
// from the first tile's on. Of every 32 entries groups holds the entries that begin a row, and the row before the first of these; rows with entries are counted.

var<workgroup> products: array<Sum, capacity>;

@compute @workgroup_size(blockSize)
fn csrTransposed(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) size: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let number = groupNumber(id, size);
  if (number >= launch.count) {
    return;
  }
  let tile = 4 * (launch.first + number);
  let firstRun = tileRuns[tile];
  let endRun = tileRuns[tile + 1];
  let begin = tileRuns[tile + 2];
  let end = tileRuns[tile + 3];
  // slots and values are bound from the first tile of this dispatch on.
  let bound = number * capacity;
  for (var k = local; k < end - begin; k += blockSize) {
    let rows = groups[(begin + k) / 32];
    let row = filledRows[rows.y + countOneBits(rows.x & (0xffffffffu >> (31 - k % 32)))];
    let slot = (slots[(bound + k) / 2] >> (16 * (k % 2))) & 0xffffu;
    products[slot] = product(values[bound + k], x[row]);
  }
  workgroupBarrier();

  let runs = endRun - firstRun;
  var lanes = 1u;
  while (lanes < 32 && lanes * 2 * runs <= blockSize && lanes * 8 * runs <= end - begin) {
    lanes *= 2;
  }
  let lane = local % lanes;
  let runsAtOnce = blockSize / lanes;
  for (var r = 0u; r < runs; r += runsAtOnce) {
    let run = firstRun + r + local / lanes;
    let place = 4 * launch.tiles + 2 * run;
    var sum = zeroSum();
    if (run < endRun) {
      var last = end;
      if (run + 1 < endRun) {
        last = tileRuns[place + 2];
      }
      for (var p = tileRuns[place] + lane; p < last; p += lanes) {
        sum = addSums(sum, products[p - begin]);
      }
    }
    if (lanes > 1) {
      sum = reduceLanes(sum, local, lane, lanes, 1);
    }
    if (lane == 0 && run < endRun) {
      sums[tileRuns[place + 1]] = sum;
    }
  }
}
