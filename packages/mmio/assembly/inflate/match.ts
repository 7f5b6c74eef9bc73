/** Copies `n` bytes from `d` back; may write 15 more. */
export function copyMatch(to: usize, d: usize, n: usize): void {
  const end = to + n;
  let t = to;
  if (d >= 16) {
    do {
      v128.store(t, v128.load(t - d));
      t += 16;
    } while (t < end);
  } else if (d == 1) {
    memory.fill(t, load<u8>(t - 1), n);
  } else {
    do {
      store<u8>(t, load<u8>(t - d));
      t++;
    } while (t < end);
  }
}
