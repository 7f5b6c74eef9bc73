// CSR, one thread a row. The entries bound are first … first + count − 1 of the matrix: all of them, or a window of a matrix whose
// arrays are larger than a binding may be; then later windows add to what earlier ones wrote.
override blockSize: u32 = 256;

@group(0) @binding(1) var<storage, read> rowStart: array<u32>;
@group(0) @binding(2) var<storage, read> colIndex: array<u32>;
@group(0) @binding(3) var<storage, read> values: array<Value>;
@group(0) @binding(4) var<storage, read> x: array<Value>;
@group(0) @binding(5) var<storage, read_write> y: array<Value>;

struct Launch {
  rows: u32,
  first: u32,
  count: u32,
  continues: u32,
}
@group(0) @binding(6) var<uniform> launch: Launch;

@compute @workgroup_size(blockSize)
fn csr(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let row = groupNumber(id, groups) * blockSize + local;
  if (row >= launch.rows) {
    return;
  }
  let begin = max(rowStart[row], launch.first) - launch.first;
  let end = max(min(rowStart[row + 1], launch.first + launch.count), launch.first) - launch.first;
  var sum = zeroSum();
  for (var k = begin; k < end; k++) {
    sum = addProduct(sum, values[k], x[colIndex[k]]);
  }
  if (launch.continues != 0) {
    if (end > begin) {
      addToRow(row, sum);
    }
    return;
  }
  finishRow(row, sum);
}
