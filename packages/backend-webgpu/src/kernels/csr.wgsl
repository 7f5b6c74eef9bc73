// CSR, one thread a row. The entries bound are first … first + count − 1 of the matrix: all of them, or a window of a matrix whose
// arrays are larger than a binding may be; then later windows add to what earlier ones wrote.

@compute @workgroup_size(blockSize)
fn csr(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let row = groupNumber(id, groups) * blockSize + local;
  if (row >= launch.rows) {
    return;
  }
  let begin = max(rowStart[row], launch.first) - launch.first;
  let end = max(min(rowStart[row + 1], launch.first + launch.count), launch.first) - launch.first;
  var sum = zeroSum();
  for (var k = begin; k < end; k++) {
    sum = addProduct(sum, values[k], x[colIndex[k]]);
  }
  if (launch.continues != 0) {
    if (end > begin) {
      addToRow(row, sum);
    }
    return;
  }
  finishRow(row, sum);
}
