// CSR, T neighbouring threads a row: their loads of a row's entries are side by side. Follows reduce-workgroup or reduce-subgroup.
override block: u32 = 256;
override T: u32 = 4;

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

@compute @workgroup_size(block)
fn csrVector(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let row = (id.x + id.y * groups.x) * (block / T) + local / T;
  let lane = local % T;
  var begin = 0u;
  var end = 0u;
  if (row < launch.rows) {
    begin = max(rowStart[row], launch.first) - launch.first;
    end = max(min(rowStart[row + 1], launch.first + launch.count), launch.first) - launch.first;
  }
  var sum = zeroSum();
  for (var k = begin + lane; k < end; k += T) {
    sum = addProduct(sum, values[k], x[colIndex[k]]);
  }
  sum = reduceLanes(sum, local, lane, T, 1);
  if (lane != 0 || row >= launch.rows) {
    return;
  }
  if (launch.continues != 0) {
    if (end > begin) {
      y[row] = finishMore(sum, y[row]);
    }
    return;
  }
  var old = zeroValue();
  if (readsY()) {
    old = y[row];
  }
  y[row] = finish(sum, old);
}
