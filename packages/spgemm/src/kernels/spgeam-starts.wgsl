// Where rows of the union start: entries of both matrices before, but for those that were met twice. A thread a row, and one for the end.
@compute @workgroup_size(blockSize)
fn startEntries(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let row = (id.x + id.y * groups.x) * blockSize + local;
  if (row < launch.length) {
    let begin = ownStart[row];
    rowStart[row] = begin + otherStart[row] - before[begin];
  }
}
