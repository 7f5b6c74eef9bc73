// Padded CSR, T neighbouring threads a row, four places (16 bytes) at a time: rows begin at multiples of four places. Padding has
// column −1. Follows a reduce text.

@compute @workgroup_size(blockSize)
fn csrPaddedWide(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let row = groupNumber(id, groups) * (blockSize / threadsPerRow) + local / threadsPerRow;
  let lane = local % threadsPerRow;
  var begin = 0u;
  var end = 0u;
  if (row < launch.rows) {
    begin = rowStart[row] / 4;
    end = rowStart[row + 1] / 4;
  }
  var sum = zeroSum();
  for (var k = begin + lane; k < end; k += threadsPerRow) {
    let column = colIndex[k];
    let four = unpack(values[k]);
    // Padding is at the end of a row.
    if (column.w >= 0) {
      sum = addProduct(sum, four[0], x[column.x]);
      sum = addProduct(sum, four[1], x[column.y]);
      sum = addProduct(sum, four[2], x[column.z]);
      sum = addProduct(sum, four[3], x[column.w]);
    } else {
      if (column.x >= 0) { sum = addProduct(sum, four[0], x[column.x]); }
      if (column.y >= 0) { sum = addProduct(sum, four[1], x[column.y]); }
      if (column.z >= 0) { sum = addProduct(sum, four[2], x[column.z]); }
    }
  }
  sum = reduceLanes(sum, local, lane, threadsPerRow, 1);
  if (lane != 0 || row >= launch.rows) {
    return;
  }
  finishRow(row, sum);
}
