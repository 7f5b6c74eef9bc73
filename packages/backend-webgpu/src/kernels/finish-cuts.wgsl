// Rows that several workgroups shared: cut c is row cuts[3c], whose parts are numbers cuts[3c+1] … cuts[3c+2] − 1, in order;
// part p is carry[p·stride + first].
override block: u32 = 256;
override stride: u32 = 1;
override first: u32 = 0;

@group(0) @binding(1) var<storage, read> cuts: array<u32>;
@group(0) @binding(2) var<storage, read> carry: array<Sum>;
@group(0) @binding(3) var<storage, read_write> y: array<Value>;

var<workgroup> parts: array<Sum, block>;

fn finishRow(row: u32, sum: Sum) {
  var old = zeroValue();
  if (readsY()) {
    old = y[row];
  }
  y[row] = finish(sum, old);
}

// Rows of few parts: one thread each.
@compute @workgroup_size(block)
fn finishShort(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let cut = (id.x + id.y * groups.x) * block + local;
  if (cut * 3 + 2 >= arrayLength(&cuts) || cuts[cut * 3 + 2] == 0) {
    return;
  }
  var sum = zeroSum();
  for (var c = cuts[cut * 3 + 1]; c < cuts[cut * 3 + 2]; c++) {
    sum = addSums(sum, carry[c * stride + first]);
  }
  finishRow(cuts[cut * 3], sum);
}

// Rows of many parts: one workgroup each.
@compute @workgroup_size(block)
fn finishLong(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let cut = id.x + id.y * groups.x;
  var end = 0u;
  if (cut * 3 + 2 < arrayLength(&cuts)) {
    end = cuts[cut * 3 + 2];
  }
  var sum = zeroSum();
  if (end != 0) {
    for (var c = cuts[cut * 3 + 1] + local; c < end; c += block) {
      sum = addSums(sum, carry[c * stride + first]);
    }
  }
  parts[local] = sum;
  workgroupBarrier();
  for (var half = block / 2; half > 0; half /= 2) {
    if (local < half) {
      parts[local] = addSums(parts[local], parts[local + half]);
    }
    workgroupBarrier();
  }
  if (local == 0 && end != 0) {
    finishRow(cuts[cut * 3], parts[0]);
  }
}
