/** As in @spmv/kernels-cpu: debug builds check every access against the array, whose length stands before it. */
// @ts-ignore: decorator
@inline
const CHECKED: bool = ASC_OPTIMIZE_LEVEL == 0;
// @ts-ignore: decorator
@inline
const MARK: u32 = 0x56_4d_50_53;

/** Traps in a debug build unless elements `begin` … `end` − 1 of 2^`shift` bytes are inside the array at `base`. */
// @ts-ignore: decorator
@inline
export function checkRange(base: usize, begin: i32, end: i32, shift: i32): void {
  if (CHECKED && begin < end) {
    if (base < 64 || (base & 15) != 0 || load<u32>(base - 4) != MARK) unreachable();
    if (begin < 0 || (<u64>end << shift) > <u64>load<u32>(base - 8)) unreachable();
  }
}

/** Checks four columns that one word of offsets means. */
// @ts-ignore: decorator
@inline
export function checkFour(x: usize, base: i32, offsets: u64, shift: i32): void {
  if (CHECKED) {
    for (let lane = 0; lane < 4; lane++) {
      const column = base + <i32>((offsets >> (lane << 4)) & 0xffff);
      checkRange(x, column, column + 1, shift);
    }
  }
}
