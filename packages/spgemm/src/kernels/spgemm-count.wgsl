// counts[row] = entries of that row of C, for rows of a bin: its columns are bits of words of 32, which a hash table holds. A row has `rowThreads` threads, in groups of `lanes` that take rows of B side by side.
// Deveci, Trott, Rajamanickam 2018, "Multi-threaded sparse matrix-matrix multiplication for many-core and GPU architectures", section 4.
// Follows spgemm-walk.wgsl and spgemm-table.wgsl. Declared beside it: items, counts.
var<workgroup> bits: array<atomic<u32>, places>;
var<workgroup> entries: array<atomic<u32>, rowsAtOnce>;
var<private> fresh: u32;

fn put(column: u32) {
  if (column == NONE) {
    return;
  }
  let place = placeOf(column / 32);
  let bit = 1u << (column % 32);
  // Most columns are there already, and looking costs less than an atomic operation that changes something.
  if ((atomicLoad(&bits[place]) & bit) == 0 && (atomicOr(&bits[place], bit) & bit) == 0) {
    fresh++;
  }
}

@compute @workgroup_size(blockSize)
fn countRows(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) size: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let thread = local % rowThreads;
  let row = local / rowThreads;
  let number = (id.x + id.y * size.x) * rowsAtOnce + row;
  var item = vec4<u32>();
  if (number < launch.length) {
    item = items[launch.first + number];
  }
  table = row * slots;
  for (var i = thread; i < slots; i += rowThreads) {
    atomicStore(&keys[table + i], NONE);
    atomicStore(&bits[table + i], 0u);
  }
  if (thread == 0) {
    atomicStore(&entries[row], 0u);
  }
  let length = largest(local, item.y - item.x);
  for (var k = 0u; k < length; k += rowThreads) {
    lookUp(local, item.x + k + thread, item.y, 0, 0);
    while (isTaking(local)) {
      // Loads of four places are begun before the first is waited for.
      let one = columnAt(take(local));
      let two = columnAt(take(local));
      let three = columnAt(take(local));
      let four = columnAt(take(local));
      put(one);
      put(two);
      put(three);
      put(four);
    }
  }
  atomicAdd(&entries[row], fresh);
  workgroupBarrier();
  if (thread == 0 && number < launch.length) {
    counts[item.z] = atomicLoad(&entries[row]);
  }
}
