// list[start[j] …] = rows with an entry in column j, in any order; a thread an entry. Follows spgemm-row-of.wgsl.
@compute @workgroup_size(blockSize)
fn listColumns(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let k = (id.x + id.y * groups.x) * blockSize + local;
  if (k < launch.length) {
    let column = ownIndex[k];
    list[start[column] + atomicAdd(&cursor[column], 1u)] = rowOfEntry(launch.rows, k);
  }
}
