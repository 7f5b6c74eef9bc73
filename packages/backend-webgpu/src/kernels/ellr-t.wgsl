// ELLR-T: ELLPACK-R, several threads a row. In column order neighbouring threads take neighbouring rows and a row's threads are blockSize / threadsPerRow
// apart; in row order a row's threads are neighbours: either way neighbours load neighbours. With `fourAhead`
// four places of a thread are loaded before the first is waited for, and before the row's length is there. Follows a reduce text.

@compute @workgroup_size(blockSize)
fn ellrT(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let rowsHere = blockSize / threadsPerRow;
  let lane = select(local % threadsPerRow, local / rowsHere, columnOrder);
  let rowHere = select(local / threadsPerRow, local % rowsHere, columnOrder);
  let row = groupNumber(id, groups) * rowsHere + rowHere;
  // Rows past the last are the last one again, and not added.
  let there = min(row, launch.rows - 1);
  let end = select(0u, rowLength[there], row < launch.rows);
  let start = there * launch.rowStep;
  let last = launch.width - 1;
  var sum = zeroSum();
  var k = lane;
  for (; fourAhead && k < launch.width; k += 4 * threadsPerRow) {
    let s0 = start + k * launch.placeStep;
    let s1 = start + min(k + threadsPerRow, last) * launch.placeStep;
    let s2 = start + min(k + 2 * threadsPerRow, last) * launch.placeStep;
    let s3 = start + min(k + 3 * threadsPerRow, last) * launch.placeStep;
    let c0 = colIndex[s0];
    let c1 = colIndex[s1];
    let c2 = colIndex[s2];
    let c3 = colIndex[s3];
    let v0 = values[s0];
    let v1 = values[s1];
    let v2 = values[s2];
    let v3 = values[s3];
    let x0 = x[max(c0, 0)];
    let x1 = x[max(c1, 0)];
    let x2 = x[max(c2, 0)];
    let x3 = x[max(c3, 0)];
    if (k < end) { sum = addProduct(sum, v0, x0); }
    if (k + threadsPerRow < end) { sum = addProduct(sum, v1, x1); }
    if (k + 2 * threadsPerRow < end) { sum = addProduct(sum, v2, x2); }
    if (k + 3 * threadsPerRow < end) { sum = addProduct(sum, v3, x3); }
    if (k + 4 * threadsPerRow >= end) {
      k = end;
      break;
    }
  }
  for (; k < end; k += threadsPerRow) {
    let slot = start + k * launch.placeStep;
    sum = addProduct(sum, values[slot], x[colIndex[slot]]);
  }
  sum = reduceLanes(sum, local, lane, threadsPerRow, select(1u, rowsHere, columnOrder));
  if (lane != 0 || row >= launch.rows) {
    return;
  }
  finishRow(row, sum);
}
