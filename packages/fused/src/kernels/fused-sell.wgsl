// Sliced ELLPACK, one thread a row. Declared beside it: the buffers, launch. Follows sell-row.wgsl and the text of an ending.
override blockSize: u32 = 256;
override C: u32 = 32;
override ordered: bool = false;

struct Launch {
  rows: u32,
}

@compute @workgroup_size(blockSize)
fn fusedSell(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let group = id.x + id.y * groups.x;
  let place = group * blockSize + local;
  if (place < launch.rows) {
    var row = place;
    if (ordered) {
      row = rowOrder[place];
    }
    endRow(row, sumOfPlace(place));
  }
  endGroup(group, local);
}
