// values = alpha X + beta D, a thread an entry. Values of X are alpha X already where `isScaled`; it is 0 where there is none, which alpha is a factor of. beta = 0 leaves values of D unread.
const NONE = 0xffffffffu;

@compute @workgroup_size(blockSize)
fn putUnion(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let p = (id.x + id.y * groups.x) * blockSize + local;
  if (p >= launch.length) {
    return;
  }
  let source = sources[p];
  var value = zeroSum();
  if (source.x != NONE) {
    value = widened(xValues[source.x]);
  }
  if (!isScaled || source.x == NONE) {
    value = scaled(scalars.alpha, scalars.alphaLow, value);
  }
  if (source.y != NONE && scalars.beta != 0) {
    value = addSums(value, scaled(scalars.beta, scalars.betaLow, widened(dValues[source.y])));
  }
  values[p] = narrowed(value);
}
