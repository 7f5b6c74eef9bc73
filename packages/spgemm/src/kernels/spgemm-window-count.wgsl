// Entries of rows of C, a window each: they are added to counts. Follows spgemm-window.wgsl. Declared beside it: counts.
@compute @workgroup_size(blockSize)
fn countWindow(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) size: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let number = id.x + id.y * size.x;
  if (number >= launch.length * launch.windows) {
    return;
  }
  let item = items[launch.first + number / launch.windows];
  putBits(local, item, number % launch.windows * windowWords * 32);
  let count = countBits(local);
  if (local == 0) {
    atomicAdd(&counts[item.z], count);
  }
}
