// ELLPACK, one thread a row, to the row's first padding (column −1). Place k of row i is element i·rowStep + k·placeStep of the matrix,
// and element `first` of the matrix is the first one bound. Rows rowBegin … rowEnd − 1 and places placeBegin … placeEnd − 1 are worked
// on: all of them, or a slice of a matrix whose arrays are larger than a binding may be. Follows ellpack-row.wgsl and a sizes text.

@compute @workgroup_size(blockSize)
fn ellpack(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let launch = sizes();
  let row = launch.rowBegin + groupNumber(id, groups) * blockSize + local;
  if (row >= launch.rowEnd) {
    return;
  }
  let sum = sumPlaces(row * launch.rowStep + launch.placeBegin * launch.placeStep - launch.first, launch.placeStep, launch.placeEnd - launch.placeBegin);
  if (launch.continues != 0) {
    addToRow(row, sum);
    return;
  }
  finishRow(row, sum);
}
