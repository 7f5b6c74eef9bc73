// Sliced ELLPACK, several threads a row, blockSize / threadsPerRow apart: neighbouring threads still load neighbouring slots. For long rows.

var<workgroup> partial: array<Sum, blockSize>;

@compute @workgroup_size(blockSize)
fn sellT(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let rowsHere = blockSize / threadsPerRow;
  let lane = local / rowsHere;
  let place = groupNumber(id, groups) * rowsHere + local % rowsHere;
  var sum = zeroSum();
  if (place < launch.rows) {
    let slice = place / C;
    let end = sliceStart[slice + 1];
    for (var slot = sliceStart[slice] + place % C + lane * C; slot < end; slot += threadsPerRow * C) {
      let column = colIndex[slot];
      if (column < 0) {
        break;
      }
      sum = addProduct(sum, values[slot], x[column]);
    }
  }
  partial[local] = sum;
  workgroupBarrier();
  for (var half = threadsPerRow / 2; half > 0; half /= 2) {
    if (lane < half) {
      partial[local] = addSums(partial[local], partial[local + half * rowsHere]);
    }
    workgroupBarrier();
  }
  if (lane != 0 || place >= launch.rows) {
    return;
  }
  var row = place;
  if (ordered) {
    row = rowOrder[place];
  }
  finishRow(row, partial[local]);
}
