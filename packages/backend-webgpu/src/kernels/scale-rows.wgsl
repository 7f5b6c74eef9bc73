// y ← βy on rows without entries, which no other dispatch visits.

// Each element of the list is a row's number + 1; 0 is none.
@compute @workgroup_size(blockSize)
fn scaleRows(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let k = groupNumber(id, groups) * blockSize + local;
  if (k >= arrayLength(&rowList)) {
    return;
  }
  if (rowList[k] == 0) {
    return;
  }
  let row = rowList[k] - 1;
  finishRow(row, zeroSum());
}
