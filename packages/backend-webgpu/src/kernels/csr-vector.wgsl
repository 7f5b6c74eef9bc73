// CSR, T neighbouring threads a row: follows csr-row.wgsl.

@compute @workgroup_size(blockSize)
fn csrVector(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let row = groupNumber(id, groups) * (blockSize / threadsPerRow) + local / threadsPerRow;
  let found = sumOfRow(row, launch.rows, launch.first, launch.count, local);
  if (local % threadsPerRow != 0 || row >= launch.rows) {
    return;
  }
  if (launch.continues != 0) {
    if (found.any) {
      addToRow(row, found.sum);
    }
    return;
  }
  finishRow(row, found.sum);
}
