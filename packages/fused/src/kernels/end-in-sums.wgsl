// Sums over y: a thread keeps the terms of the rows that it ends. Declared beside it: addTerms. Follows end-row.wgsl and group-sums.wgsl of the kit.
fn endRow(row: u32, sum: Sum) {
  addTerms(row, computed(row, sum));
}
