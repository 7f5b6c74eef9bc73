// Adds to the count of each column its entries, a thread an entry.
@compute @workgroup_size(blockSize)
fn countColumns(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let k = (id.x + id.y * groups.x) * blockSize + local;
  if (k < launch.length) {
    atomicAdd(&counts[ownIndex[k]], 1u);
  }
}
