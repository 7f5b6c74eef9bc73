/** Bytes of a page, and before the first array of a memory: no address is 0. */
const PAGE = 2 ** 16;
const FIRST = 64;
/** All that 32 bits can address. */
const MAX_PAGES = 2 ** 16;

/** A function of the module: addresses and numbers. */
type Exported = (...args: readonly number[]) => number | undefined;

/** A memory that begins with numbers of a factor or a front, and an instance of the module over it. */
export interface Place {
  readonly call: Readonly<Record<string, Exported>>;
  readonly memory: WebAssembly.Memory;
  /** What follows the numbers, where it has been put: what these are is said by those who put it. */
  readonly behind: Map<string, number>;
  /** The first byte that is free. */
  free: number;
}

/** Where numbers lie. */
export interface FrontMemory {
  /** So many numbers, all 0, in a memory of their own that lives as long as they do; undefined where the engine has none that large. */
  memory(length: number): Float64Array | undefined;
  of(numbers: Float64Array): Place | undefined;
  /** From now on they are numbers as others. */
  leave(numbers: Float64Array): void;
}

/** Memories are shared, since arrays of one that grows stay usable. */
export function createPlaces(module: WebAssembly.Module): FrontMemory {
  const places = new WeakMap<ArrayBufferLike, Place>();
  return {
    memory(length) {
      const free = FIRST + 8 * length;
      const initial = Math.ceil(free / PAGE);
      if (initial > MAX_PAGES) return undefined;
      try {
        const memory = new WebAssembly.Memory({ initial, maximum: MAX_PAGES, shared: true });
        const { exports: call } = new WebAssembly.Instance(module, { env: { memory } });
        const numbers = new Float64Array(memory.buffer, FIRST, length);
        places.set(memory.buffer, { call: call as Place['call'], memory, behind: new Map(), free });
        return numbers;
      } catch (error) {
        if (error instanceof RangeError) return undefined;
        throw error;
      }
    },
    of: ({ buffer }) => places.get(buffer),
    leave: ({ buffer }) => void places.delete(buffer),
  };
}

/** Puts arrays behind what is there, and leaves so many bytes for each number; once, what has a name that is there. False where the engine has no more memory. */
export function put(place: Place, pieces: Readonly<Record<string, Float64Array | Int32Array | number>>): boolean {
  const { memory, behind } = place;
  const missing = Object.entries(pieces).filter(([name]) => !behind.has(name));
  let { free } = place;
  const starts = missing.map(([, piece]) => {
    const start = Math.ceil(free / 16) * 16;
    free = start + (typeof piece === 'number' ? piece : piece.byteLength);
    return start;
  });
  const pages = Math.ceil(free / PAGE) - memory.buffer.byteLength / PAGE;
  try {
    if (pages > 0) memory.grow(pages);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
  missing.forEach(([name, piece], k) => {
    behind.set(name, starts[k]);
    if (piece instanceof Int32Array) new Int32Array(memory.buffer, starts[k], piece.length).set(piece);
    else if (piece instanceof Float64Array) new Float64Array(memory.buffer, starts[k], piece.length).set(piece);
  });
  place.free = free;
  return true;
}

/** Addresses of what has been put. */
export function addresses(place: Place, names: readonly string[]): readonly number[] {
  return names.map((name) => place.behind.get(name) ?? 0);
}
