// One tile of the result a workgroup, one thread an element: tiles of both operands go through workgroup memory, so that each element is
// loaded once for `edge` products.
override edge: u32 = 16;

@group(0) @binding(1) var<storage, read> left: array<Value>;
@group(0) @binding(2) var<storage, read> right: array<Value>;
@group(0) @binding(3) var<storage, read_write> out: array<Value>;

var<workgroup> leftTile: array<Value, edge * edge>;
var<workgroup> rightTile: array<Value, edge * edge>;

@compute @workgroup_size(edge, edge)
fn tiled(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let across = ceilDiv(launch.n, edge);
  let down = ceilDiv(launch.m, edge);
  let group = groupNumber(id, groups);
  let b = group / (across * down);
  if (b >= launch.batch) {
    return;
  }
  let tile = group - b * across * down;
  let i0 = tile / across * edge;
  let j0 = tile % across * edge;
  // Neighbouring threads load neighbouring elements, whatever the order.
  let a = select(local.yx, local.xy, launch.leftRow == 1u);
  let x = select(local.yx, local.xy, launch.rightRow == 1u);
  let leftAt = b * launch.leftBatch + (i0 + a.x) * launch.leftRow;
  let rightAt = b * launch.rightBatch + (j0 + x.y) * launch.rightCol;
  var sum = zeroSum();
  for (var l0 = 0u; l0 < launch.k; l0 += edge) {
    var value = zeroValue();
    if (i0 + a.x < launch.m && l0 + a.y < launch.k) {
      value = left[leftAt + (l0 + a.y) * launch.leftCol];
    }
    leftTile[a.x * edge + a.y] = value;
    value = zeroValue();
    if (j0 + x.y < launch.n && l0 + x.x < launch.k) {
      value = right[rightAt + (l0 + x.x) * launch.rightRow];
    }
    rightTile[x.x * edge + x.y] = value;
    workgroupBarrier();
    for (var l = 0u; l < min(edge, launch.k - l0); l++) {
      sum = addProduct(sum, leftTile[local.y * edge + l], rightTile[l * edge + local.x]);
    }
    workgroupBarrier();
  }
  let i = i0 + local.y;
  let j = j0 + local.x;
  if (i >= launch.m || j >= launch.n) {
    return;
  }
  let at = b * launch.outBatch + i * launch.outRow + j;
  var old = zeroValue();
  if (readsY()) {
    old = out[at];
  }
  out[at] = finish(sum, old);
}
