// Sums of a workgroup: a thread keeps its own in `own`, a workgroup adds up those of its threads, always in one order, and total.wgsl those of all
// workgroups. Declared beside it: SUMS, blockSize, sums.
var<private> own: array<Sum, SUMS>;
var<workgroup> gathered: array<Sum, blockSize>;

// By every thread of the workgroup. Of a workgroup that nobody asked for there are no terms, and no place.
fn endGroup(group: u32, local: u32) {
  for (var n = 0u; n < SUMS; n++) {
    gathered[local] = own[n];
    workgroupBarrier();
    for (var half = blockSize / 2; half > 0; half /= 2) {
      if (local < half) {
        gathered[local] = addSums(gathered[local], gathered[local + half]);
      }
      workgroupBarrier();
    }
    if (local == 0 && group * SUMS + n < arrayLength(&sums)) {
      sums[group * SUMS + n] = gathered[0];
    }
    workgroupBarrier();
  }
}
