// Zero to what counts entries of columns, and to places in their lists.
@compute @workgroup_size(blockSize)
fn clearColumns(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let i = (id.x + id.y * groups.x) * blockSize + local;
  if (i < launch.length) {
    counts[i] = 0;
    cursor[i] = 0;
  }
}
