// ELLPACK-R, one thread a row, as many places as the row has entries. Geometry and slices as in ellpack.wgsl. Follows
// ellpack-row.wgsl.

@compute @workgroup_size(blockSize)
fn ellpackR(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let row = launch.rowBegin + groupNumber(id, groups) * blockSize + local;
  if (row >= launch.rowEnd) {
    return;
  }
  let end = min(rowLength[row], launch.placeEnd);
  let count = max(end, launch.placeBegin) - launch.placeBegin;
  let sum = sumPlaces(row * launch.rowStep + launch.placeBegin * launch.placeStep - launch.first, launch.placeStep, count);
  if (launch.continues != 0) {
    if (end > launch.placeBegin) {
      addToRow(row, sum);
    }
    return;
  }
  finishRow(row, sum);
}
