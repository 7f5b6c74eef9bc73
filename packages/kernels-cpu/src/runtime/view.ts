import type { ElementType, TypedArray } from '@spmv/core';

/** The elements at `address` of a buffer, shared or not. */
export function viewOf(buffer: ArrayBufferLike, element: ElementType, address: number, length: number): TypedArray {
  switch (element) {
    case 'f64':
      return new Float64Array(buffer, address, length);
    case 'f32':
      return new Float32Array(buffer, address, length);
    case 'i32':
      return new Int32Array(buffer, address, length);
    case 'u32':
      return new Uint32Array(buffer, address, length);
    case 'i16':
      return new Int16Array(buffer, address, length);
    case 'u16':
      return new Uint16Array(buffer, address, length);
    case 'i8':
      return new Int8Array(buffer, address, length);
    case 'u8':
      return new Uint8Array(buffer, address, length);
  }
}
