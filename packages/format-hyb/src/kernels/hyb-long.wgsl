// The rows of a HYB matrix that overflow by more than one thread should add up: 32 threads each, both parts of the row.

const LANES = 32u;
var<workgroup> partial: array<Sum, blockSize>;

@compute @workgroup_size(blockSize)
fn hybLong(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  // longRows[0] is their number: a buffer is longer than its array.
  let which = groupNumber(id, groups) * (blockSize / LANES) + local / LANES;
  let lane = local % LANES;
  let exists = which < longRows[0];
  var row = 0u;
  var sum = zeroSum();
  if (exists) {
    row = longRows[which + 1];
    for (var place = lane; place < launch.width; place += LANES) {
      let slot = row * launch.rowStep + place * launch.placeStep;
      sum = addProduct(sum, ellValues[slot], x[ellColIndex[slot]]);
    }
    let last = overflowStart[row + 1];
    for (var k = overflowStart[row] + lane; k < last; k += LANES) {
      sum = addProduct(sum, cooValues[k], x[cooColIndex[k]]);
    }
  }
  partial[local] = sum;
  workgroupBarrier();
  for (var half = LANES / 2; half > 0; half /= 2) {
    if (lane < half) {
      partial[local] = addSums(partial[local], partial[local + half]);
    }
    workgroupBarrier();
  }
  if (lane != 0 || !exists) {
    return;
  }
  finishRow(row, partial[local]);
}
