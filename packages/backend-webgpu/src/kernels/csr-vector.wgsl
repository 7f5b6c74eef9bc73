// CSR, T neighbouring threads a row: follows csr-row.wgsl.
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
  let found = sumOfRow(row, launch.rows, launch.first, launch.count, local);
  if (local % threadsPerRow != 0 || row >= launch.rows) {
    return;
  }
  if (launch.continues != 0) {
    if (found.any) {
      addToRow(row, found.sum);
    }
    return;
  }
  finishRow(row, found.sum);
}
