// DIA, one thread a row: neighbouring threads load neighbouring values and neighbouring x. The backend puts Value, Sum, addProduct
// and the uniform of binding 0 before this text, @spmv/kernel-kit groupNumber and finishRow.

@compute @workgroup_size(blockSize)
fn multiply(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let row = groupNumber(id, groups) * blockSize + local;
  if (row >= launch.rows) {
    return;
  }
  let mask = rowMask[row];
  var sum = zeroSum();
  for (var d = 0u; d < launch.diagonals; d++) {
    if (((mask >> d) & 1u) == 1u) {
      sum = addProduct(sum, values[d * launch.rows + row], x[i32(row) + offset[d]]);
    }
  }
  finishRow(row, sum);
}
