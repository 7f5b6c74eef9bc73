// A row of CSR by `threadsPerRow` neighbouring threads, whose loads are side by side. Follows reduce-workgroup or reduce-subgroup. Declared
// beside it: threadsPerRow, rowStart, colIndex, values, x.
struct RowSum {
  // In the first of the row's threads.
  sum: Sum,
  // Whether the row has any of the entries.
  any: bool,
}

// The sum over those entries of row `row` that are bound, `count` of them from entry `first` on; nothing past the last row. Every thread of the
// workgroup calls this.
fn sumOfRow(row: u32, rows: u32, first: u32, count: u32, local: u32) -> RowSum {
  let lane = local % threadsPerRow;
  var begin = 0u;
  var end = 0u;
  if (row < rows) {
    begin = max(rowStart[row], first) - first;
    end = max(min(rowStart[row + 1], first + count), first) - first;
  }
  var sum = zeroSum();
  for (var k = begin + lane; k < end; k += threadsPerRow) {
    sum = addProduct(sum, values[k], x[colIndex[k]]);
  }
  return RowSum(reduceLanes(sum, local, lane, threadsPerRow, 1), end > begin);
}
