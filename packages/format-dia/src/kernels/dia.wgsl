// DIA, one thread an element of y: element k has its entry of a diagonal in row k, and it meets x[k + offset]; transposed, in row
// k − offset, where it meets x of that row. Neighbouring threads load neighbouring values and neighbouring x.

@compute @workgroup_size(blockSize)
fn dia(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let k = groupNumber(id, groups) * blockSize + local;
  if (k >= launch.length) {
    return;
  }
  var sum = zeroSum();
  for (var d = 0u; d < launch.diagonals; d++) {
    var row = k;
    var other = u32(i32(k) + offset[d]);
    if (transposed == 1) {
      // Before the first row it is more than there are rows.
      row = u32(i32(k) - offset[d]);
      other = row;
    }
    if (row < launch.rows && ((filled[d * launch.words + row / 32] >> (row % 32)) & 1u) == 1u) {
      sum = addProduct(sum, values[d * launch.rows + row], x[other]);
    }
  }
  finishRow(k, sum);
}
