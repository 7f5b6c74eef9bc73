// CSR, T neighbouring threads a row: their loads of a row's entries are side by side. Follows reduce-workgroup or reduce-subgroup.
override blockSize: u32 = 256;
override threadsPerRow: u32 = 4;

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
fn csrVector(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let row = groupNumber(id, groups) * (blockSize / threadsPerRow) + local / threadsPerRow;
  let lane = local % threadsPerRow;
  var begin = 0u;
  var end = 0u;
  if (row < launch.rows) {
    begin = max(rowStart[row], launch.first) - launch.first;
    end = max(min(rowStart[row + 1], launch.first + launch.count), launch.first) - launch.first;
  }
  var sum = zeroSum();
  for (var k = begin + lane; k < end; k += threadsPerRow) {
    sum = addProduct(sum, values[k], x[colIndex[k]]);
  }
  sum = reduceLanes(sum, local, lane, threadsPerRow, 1);
  if (lane != 0 || row >= launch.rows) {
    return;
  }
  if (launch.continues != 0) {
    if (end > begin) {
      addToRow(row, sum);
    }
    return;
  }
  finishRow(row, sum);
}
