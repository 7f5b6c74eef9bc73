// HYB in one program: rows with little overflow by one thread each, rows with much by 32 threads each. Every row is finished by one of
// the two dispatches, so nothing is added to y twice and no atomics are needed.

@compute @workgroup_size(blockSize)
fn hybRows(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let row = groupNumber(id, groups) * blockSize + local;
  if (row >= launch.rows) {
    return;
  }
  var sum = zeroSum();
  var slot = row * launch.rowStep;
  var place = 0u;
  for (; place < launch.width; place++) {
    let column = ellColIndex[slot];
    if (column < 0) {
      break;
    }
    sum = addProduct(sum, ellValues[slot], x[column]);
    slot += launch.placeStep;
  }
  if (place == launch.width) {
    let first = overflowStart[row];
    let last = overflowStart[row + 1];
    if (last - first > launch.limit) {
      return;
    }
    for (var k = first; k < last; k++) {
      sum = addProduct(sum, cooValues[k], x[cooColIndex[k]]);
    }
  }
  finishRow(row, sum);
}
