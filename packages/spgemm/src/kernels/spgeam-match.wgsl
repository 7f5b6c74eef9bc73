// counts[k] = 1 where D has entry k of X, too, else 0. Follows spgeam-meet.wgsl.
@compute @workgroup_size(blockSize)
fn matchEntries(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let k = (id.x + id.y * groups.x) * blockSize + local;
  if (k < launch.length) {
    counts[k] = select(0u, 1u, meet(k).isThere);
  }
}
