// Values to their places in the transpose.
@compute @workgroup_size(blockSize)
fn moveValues(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let k = (id.x + id.y * groups.x) * blockSize + local;
  if (k < launch.length) {
    moved[place[k]] = values[k];
  }
}
