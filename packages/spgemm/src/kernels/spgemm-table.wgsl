// A hash table for each row that a workgroup works on, in workgroup memory: open addressing, which threads put keys into at once. Follows spgemm-walk.wgsl.
// Nagasaka, Nukada, Matsuoka 2017, "High-performance and memory-saving sparse general matrix-matrix multiplication for NVIDIA Pascal GPU", section III.
// Declared beside it: blockSize, rowThreads, logSlots.
override slots = 1u << logSlots;
override rowsAtOnce = blockSize / rowThreads;
override places = rowsAtOnce * slots;

var<workgroup> keys: array<atomic<u32>, places>;
// Where the table of this thread's row begins.
var<private> table: u32;

// The place of a key, which is put in where it is missing. A table always has an empty slot.
fn placeOf(key: u32) -> u32 {
  var slot = (key * 0x9e3779b1u) >> (32 - logSlots);
  loop {
    let found = atomicLoad(&keys[table + slot]);
    if (found == key) {
      break;
    }
    if (found == NONE) {
      let put = atomicCompareExchangeWeak(&keys[table + slot], NONE, key);
      if (put.exchanged || put.old_value == key) {
        break;
      }
      // It may fail for no reason.
      if (put.old_value == NONE) {
        continue;
      }
    }
    slot = (slot + 1) & (slots - 1);
  }
  return table + slot;
}
