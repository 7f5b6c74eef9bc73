// CSR, T neighbouring threads a row. Declared beside it: the buffers, launch. Follows csr-row.wgsl and the text of an ending.
override blockSize: u32 = 256;
override threadsPerRow: u32 = 4;
override fourAhead: bool = false;

struct Launch {
  rows: u32,
  entries: u32,
}

@compute @workgroup_size(blockSize)
fn fusedCsr(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let group = id.x + id.y * groups.x;
  let row = group * (blockSize / threadsPerRow) + local / threadsPerRow;
  let found = sumOfRow(row, launch.rows, 0, launch.entries, local);
  if (local % threadsPerRow == 0 && row < launch.rows) {
    endRow(row, found.sum);
  }
  endGroup(group, local);
}
