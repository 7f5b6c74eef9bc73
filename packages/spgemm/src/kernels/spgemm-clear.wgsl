// The tally is 0 before anything is counted, and the first row of C starts at 0, also where there is none.
@compute @workgroup_size(64)
fn clearTally(@builtin(local_invocation_index) local: u32) {
  if (local < arrayLength(&tally)) {
    tally[local] = 0;
  }
  if (local == 0) {
    rowStart[0] = 0;
  }
}
