// Rows into a list, bin after bin, those without anything left out; a thread a row. Of the pattern an item is begin and end in A, and the row, and sizes, which are of words, become entries as far as they are known. Of the values it is begin
// and end in A and in C, and of a row of the last bin there is one for every `part` entries. Neighbours stay near each other. Follows spgemm-bins.wgsl.
// Declared beside it: aRowStart, sizes, tally, items, ofValues, blockSize.
var<workgroup> inBin: array<atomic<u32>, BINS>;
var<workgroup> begins: array<u32, BINS>;

@compute @workgroup_size(blockSize)
fn listRows(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let row = (id.x + id.y * groups.x) * blockSize + local;
  if (local < BINS) {
    atomicStore(&inBin[local], 0u);
  }
  var size = 0u;
  var first = 0u;
  if (row < launch.rows) {
    first = sizes[row];
    if (ofValues) {
      size = sizes[row + 1] - first;
    } else if ((first & KNOWN) != 0) {
      sizes[row] = first & ~KNOWN;
    } else {
      size = first;
      sizes[row] = 0;
    }
  }
  let bin = binOf(size, launch.most, launch.last);
  let inParts = ofValues && bin == launch.last;
  var amount = min(size, 1u);
  if (inParts) {
    amount = (size - 1) / launch.part + 1;
  }
  workgroupBarrier();
  var place = 0u;
  if (amount > 0) {
    place = atomicAdd(&inBin[bin], amount);
  }
  workgroupBarrier();
  if (local < BINS) {
    let counts = select(0u, BINS, ofValues);
    var begin = 0u;
    for (var b = 0u; b < local; b++) {
      begin += atomicLoad(&tally[counts + b]);
    }
    let own = atomicLoad(&inBin[local]);
    if (own > 0) {
      begin += atomicAdd(&tally[CURSORS + counts + local], own);
    }
    begins[local] = begin;
  }
  workgroupBarrier();
  if (amount == 0) {
    return;
  }
  place += begins[bin];
  let begin = aRowStart[row];
  let end = aRowStart[row + 1];
  if (!ofValues) {
    items[place] = vec4<u32>(begin, end, row, 0);
  } else {
    let length = select(size, launch.part, inParts);
    for (var p = 0u; p < amount; p++) {
      items[place + p] = vec4<u32>(begin, end, first + p * length, min(first + (p + 1) * length, first + size));
    }
  }
}
