// ELLR-T: ELLPACK-R, several threads a row. In column order neighbouring threads take neighbouring rows and a row's threads are blockSize / threadsPerRow
// apart; in row order a row's threads are neighbours: either way neighbours load neighbours. Follows a reduce text.

@compute @workgroup_size(blockSize)
fn ellrT(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let rowsHere = blockSize / threadsPerRow;
  let lane = select(local % threadsPerRow, local / rowsHere, columnOrder);
  let rowHere = select(local / threadsPerRow, local % rowsHere, columnOrder);
  let row = groupNumber(id, groups) * rowsHere + rowHere;
  var end = 0u;
  if (row < launch.rows) {
    end = rowLength[row];
  }
  var sum = zeroSum();
  for (var k = lane; k < end; k += threadsPerRow) {
    let slot = row * launch.rowStep + k * launch.placeStep;
    sum = addProduct(sum, values[slot], x[colIndex[slot]]);
  }
  sum = reduceLanes(sum, local, lane, threadsPerRow, select(1u, rowsHere, columnOrder));
  if (lane != 0 || row >= launch.rows) {
    return;
  }
  finishRow(row, sum);
}
