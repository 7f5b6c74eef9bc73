/**
 * Bounds checks of the debug builds. Memory safety of a WebAssembly module ends at the whole memory; these check against the array.
 * Every array the CPU backends hand to a kernel is preceded by its length in bytes (at base − 8) and a mark (at base − 4).
 */
// @ts-ignore: decorator
@inline
export const CHECKED: bool = ASC_OPTIMIZE_LEVEL == 1;
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

/** Address of element `index` of the array at `base`, of which `count` are going to be read or written. */
// @ts-ignore: decorator
@inline
export function span<T>(base: usize, index: i32, count: i32): usize {
  if (CHECKED) checkRange(base, index, index + count, alignof<T>());
  return base + (<usize>index << alignof<T>());
}

/** Address of element `index` of the array at `base`. */
// @ts-ignore: decorator
@inline
export function element<T>(base: usize, index: i32): usize {
  return span<T>(base, index, 1);
}
