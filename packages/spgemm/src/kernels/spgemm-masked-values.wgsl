// Values of C, a thread an entry: products of a row of A and a column of B in the order of A's row, from +0. Follows spgemm-search.wgsl. Declared beside it: sources, aColIndex, aValues, otherStart and bValues of B, colIndex and values of C.
@compute @workgroup_size(blockSize)
fn putMasked(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let p = (id.x + id.y * groups.x) * blockSize + local;
  if (p >= launch.length) {
    return;
  }
  let source = sources[p];
  let column = colIndex[p];
  var sum = zeroSum();
  for (var e = source.x; e < source.y; e++) {
    let inner = aColIndex[e];
    let last = otherStart[inner + 1];
    let found = firstFrom(otherStart[inner], last, column);
    if (found < last && otherIndex[found] == column) {
      sum = addProduct(sum, aValues[e], bValues[found]);
    }
  }
  values[p] = narrowed(scaled(scalars.alpha, scalars.alphaLow, sum));
}
