// Padded CSR, T neighbouring threads a row, one place at a time. Padding has column −1. Follows a reduce text.

@compute @workgroup_size(blockSize)
fn csrPadded(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let row = groupNumber(id, groups) * (blockSize / threadsPerRow) + local / threadsPerRow;
  let lane = local % threadsPerRow;
  var begin = 0u;
  var end = 0u;
  if (row < launch.rows) {
    begin = rowStart[row];
    end = rowStart[row + 1];
  }
  var sum = zeroSum();
  for (var k = begin + lane; k < end; k += threadsPerRow) {
    let column = colIndex[k];
    if (column >= 0) {
      sum = addProduct(sum, values[k], x[column]);
    }
  }
  sum = reduceLanes(sum, local, lane, threadsPerRow, 1);
  if (lane != 0 || row >= launch.rows) {
    return;
  }
  finishRow(row, sum);
}
