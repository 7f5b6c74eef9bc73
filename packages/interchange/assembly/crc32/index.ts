// The loop of src/zip/folded-crc32.ts. The host puts bytes behind those that were swept before them, and calls.

/** Adds to each 16 bytes from `at` to `end`, 64 at a time, those 140, 791 and 3006 bytes before, which were swept already. */
export function sweep(at: usize, end: usize): void {
  for (; at < end; at += 64) {
    const a = v128.xor(v128.xor(v128.load(at), v128.load(at - 140)), v128.xor(v128.load(at - 791), v128.load(at - 3006)));
    const b = v128.xor(
      v128.xor(v128.load(at, 16), v128.load(at - 124)),
      v128.xor(v128.load(at - 775), v128.load(at - 2990)),
    );
    const c = v128.xor(
      v128.xor(v128.load(at, 32), v128.load(at - 108)),
      v128.xor(v128.load(at - 759), v128.load(at - 2974)),
    );
    const d = v128.xor(
      v128.xor(v128.load(at, 48), v128.load(at - 92)),
      v128.xor(v128.load(at - 743), v128.load(at - 2958)),
    );
    v128.store(at, a);
    v128.store(at, b, 16);
    v128.store(at, c, 32);
    v128.store(at, d, 48);
  }
}
