// One thread an element of the result, neighbours along a row.
override blockSize: u32 = 256;

@group(0) @binding(1) var<storage, read> left: array<Value>;
@group(0) @binding(2) var<storage, read> right: array<Value>;
@group(0) @binding(3) var<storage, read_write> out: array<Value>;

@compute @workgroup_size(blockSize)
fn naive(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let unit = groupNumber(id, groups) * blockSize + local;
  let row = unit / launch.n;
  let b = row / launch.m;
  if (b >= launch.batch) {
    return;
  }
  let i = row - b * launch.m;
  let j = unit - row * launch.n;
  var a = b * launch.leftBatch + i * launch.leftRow;
  var x = b * launch.rightBatch + j * launch.rightCol;
  var sum = zeroSum();
  for (var l = 0u; l < launch.k; l++) {
    sum = addProduct(sum, left[a], right[x]);
    a += launch.leftCol;
    x += launch.rightRow;
  }
  let at = b * launch.outBatch + i * launch.outRow + j;
  var old = zeroValue();
  if (readsY()) {
    old = out[at];
  }
  out[at] = finish(sum, old);
}
