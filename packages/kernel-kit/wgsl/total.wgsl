// The sums of all workgroups, by one: each thread takes every blockSize-th, then a tree. Declared beside it: SUMS, put, sums, launch.
override blockSize: u32 = 256;

struct Launch {
  groups: u32,
}
var<workgroup> gathered: array<Sum, blockSize>;

@compute @workgroup_size(blockSize)
fn total(@builtin(workgroup_id) id: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  for (var n = 0u; n < SUMS; n++) {
    var sum = zeroSum();
    for (var g = local; g < launch.groups; g += blockSize) {
      sum = addSums(sum, sums[g * SUMS + n]);
    }
    gathered[local] = sum;
    workgroupBarrier();
    for (var half = blockSize / 2; half > 0; half /= 2) {
      if (local < half) {
        gathered[local] = addSums(gathered[local], gathered[local + half]);
      }
      workgroupBarrier();
    }
    if (local == 0 && id.x + id.y == 0) {
      put(n, gathered[0]);
    }
    workgroupBarrier();
  }
}
