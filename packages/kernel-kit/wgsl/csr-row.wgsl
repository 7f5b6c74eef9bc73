// A row of CSR by `threadsPerRow` neighbouring threads, whose loads are side by side. Follows reduce-workgroup or reduce-subgroup. Declared
// beside it: threadsPerRow, fourAhead, rowStart, colIndex, values, x.
struct RowSum {
  // In the first of the row's threads.
  sum: Sum,
  // Whether the row has any of the entries.
  any: bool,
}

// The sum over those entries of row `row` that are bound, `count` of them from entry `first` on; nothing past the last row. Every thread of the
// workgroup calls this. With `fourAhead` four entries of a thread are loaded before the first is waited for: past the row's end its last, not added.
fn sumOfRow(row: u32, rows: u32, first: u32, count: u32, local: u32) -> RowSum {
  let lane = local % threadsPerRow;
  var begin = 0u;
  var end = 0u;
  if (row < rows) {
    begin = max(rowStart[row], first) - first;
    end = max(min(rowStart[row + 1], first + count), first) - first;
  }
  var sum = zeroSum();
  var k = begin + lane;
  for (; fourAhead && k < end; k += 4 * threadsPerRow) {
    let k1 = min(k + threadsPerRow, end - 1);
    let k2 = min(k + 2 * threadsPerRow, end - 1);
    let k3 = min(k + 3 * threadsPerRow, end - 1);
    let c0 = colIndex[k];
    let c1 = colIndex[k1];
    let c2 = colIndex[k2];
    let c3 = colIndex[k3];
    let v0 = values[k];
    let v1 = values[k1];
    let v2 = values[k2];
    let v3 = values[k3];
    let x0 = x[c0];
    let x1 = x[c1];
    let x2 = x[c2];
    let x3 = x[c3];
    sum = addProduct(sum, v0, x0);
    if (k + threadsPerRow < end) { sum = addProduct(sum, v1, x1); }
    if (k + 2 * threadsPerRow < end) { sum = addProduct(sum, v2, x2); }
    if (k + 3 * threadsPerRow < end) { sum = addProduct(sum, v3, x3); }
  }
  for (; k < end; k += threadsPerRow) {
    sum = addProduct(sum, values[k], x[colIndex[k]]);
  }
  return RowSum(reduceLanes(sum, local, lane, threadsPerRow, 1), end > begin);
}
