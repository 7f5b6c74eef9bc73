/** Arrays that a level needs while it is made, used again by the next: fresh memory costs more than most passes over it. What an array holds at first is what was left there. */
export interface Scratch {
  /** The array of a name, with so many elements. No two that are in use at once have the same. */
  i32(name: string, length: number): Int32Array;
  f64(name: string, length: number): Float64Array;
}

export function createScratch(): Scratch {
  const integers = new Map<string, Int32Array>();
  const numbers = new Map<string, Float64Array>();
  return {
    i32: (name, length) => taken(integers, name, length, (room) => new Int32Array(room)),
    f64: (name, length) => taken(numbers, name, length, (room) => new Float64Array(room)),
  };
}

function taken<T extends Int32Array | Float64Array>(
  all: Map<string, T>,
  name: string,
  length: number,
  make: (length: number) => T,
): T {
  const found = all.get(name);
  const array = found && found.length >= length ? found : make(length);
  all.set(name, array);
  return array.subarray(0, length) as T;
}
