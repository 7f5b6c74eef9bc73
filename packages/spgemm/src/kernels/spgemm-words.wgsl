// wordCount[row] = number of words of 32 columns that row of B has. Follows spgemm-sums.wgsl, whose rowStart is that of B. Declared beside it: colIndex, wordCount.
fn term(k: u32, begin: u32) -> u32 {
  return select(0u, 1u, k == begin || colIndex[k] / 32 != colIndex[max(k, 1u) - 1] / 32);
}

@compute @workgroup_size(blockSize)
fn countWords(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) size: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let row = (id.x + id.y * size.x) * ROWS + local / LANES;
  let sum = sumRow(row, launch.rows, local);
  if (row < launch.rows && local % LANES == 0) {
    wordCount[row] = min(sum, MOST);
  }
}
