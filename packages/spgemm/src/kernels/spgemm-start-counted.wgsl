// Where rows of C start, which has the entries that are counted: before[k] of those before entry k. A thread a row, and one for the end.
@compute @workgroup_size(blockSize)
fn startEntries(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let row = (id.x + id.y * groups.x) * blockSize + local;
  if (row < launch.length) {
    rowStart[row] = before[ownStart[row]];
  }
}
