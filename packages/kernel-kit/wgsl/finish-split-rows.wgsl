// Split rows, which several workgroups shared: row number splitRows[3r] of A has the partial sums splitRows[3r+1] … splitRows[3r+2] − 1,
// in order; partial sum p is partials[p·stride + first].

var<workgroup> sums: array<Sum, blockSize>;

// Rows of few partial sums: one thread each.
@compute @workgroup_size(blockSize)
fn finishShort(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let r = groupNumber(id, groups) * blockSize + local;
  if (r * 3 + 2 >= arrayLength(&splitRows) || splitRows[r * 3 + 2] == 0) {
    return;
  }
  var sum = zeroSum();
  for (var p = splitRows[r * 3 + 1]; p < splitRows[r * 3 + 2]; p++) {
    sum = addSums(sum, partials[p * stride + first]);
  }
  finishRow(splitRows[r * 3], sum);
}

// Rows of many: one workgroup each.
@compute @workgroup_size(blockSize)
fn finishLong(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let r = groupNumber(id, groups);
  var end = 0u;
  if (r * 3 + 2 < arrayLength(&splitRows)) {
    end = splitRows[r * 3 + 2];
  }
  var sum = zeroSum();
  if (end != 0) {
    for (var p = splitRows[r * 3 + 1] + local; p < end; p += blockSize) {
      sum = addSums(sum, partials[p * stride + first]);
    }
  }
  sums[local] = sum;
  workgroupBarrier();
  for (var half = blockSize / 2; half > 0; half /= 2) {
    if (local < half) {
      sums[local] = addSums(sums[local], sums[local + half]);
    }
    workgroupBarrier();
  }
  if (local == 0 && end != 0) {
    finishRow(splitRows[r * 3], sums[0]);
  }
}
