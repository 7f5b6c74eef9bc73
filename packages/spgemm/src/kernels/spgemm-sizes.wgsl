// sizes[row] = at least the words of that row of C; rows by bins go to the tally. Follows spgemm-sums.wgsl, whose rowStart is that of A, and spgemm-bins.wgsl.
// Declared beside it: colIndex, otherStart (rows of B), wordCount, sizes, tally.
fn term(k: u32, begin: u32) -> u32 {
  return wordCount[colIndex[k]];
}

var<workgroup> inBin: array<atomic<u32>, BINS>;

@compute @workgroup_size(blockSize)
fn boundRows(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) size: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let row = (id.x + id.y * size.x) * ROWS + local / LANES;
  if (local < BINS) {
    atomicStore(&inBin[local], 0u);
  }
  let words = min(sumRow(row, launch.rows, local), launch.mostWords);
  if (row < launch.rows && local % LANES == 0) {
    var found = words;
    let begin = begins[local / LANES];
    if (ends[local / LANES] - begin == 1) {
      let other = colIndex[begin];
      found = KNOWN | (otherStart[other + 1] - otherStart[other]);
    } else if (words > 0) {
      atomicAdd(&inBin[binOf(words, launch.most, launch.last)], 1u);
    }
    sizes[row] = found;
  }
  workgroupBarrier();
  if (local < BINS) {
    let rows = atomicLoad(&inBin[local]);
    if (rows > 0) {
      atomicAdd(&tally[local], rows);
    }
  }
}
