// y ← βy on rows without entries, which no other dispatch visits.
override block: u32 = 256;

@group(0) @binding(1) var<storage, read> rowList: array<u32>;
@group(0) @binding(2) var<storage, read_write> y: array<Value>;

// Each element of the list is a row's number + 1; 0 is none.
@compute @workgroup_size(block)
fn scaleRows(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let k = (id.x + id.y * groups.x) * block + local;
  if (k >= arrayLength(&rowList)) {
    return;
  }
  if (rowList[k] == 0) {
    return;
  }
  let row = rowList[k] - 1;
  var old = zeroValue();
  if (readsY()) {
    old = y[row];
  }
  y[row] = finish(zeroSum(), old);
}
