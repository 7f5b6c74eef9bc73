/** Element types an array of a stored matrix may have, with the typed array of each. */
export interface ElementArrays {
  readonly f64: Float64Array;
  readonly f32: Float32Array;
  readonly i32: Int32Array;
  readonly u32: Uint32Array;
  readonly i16: Int16Array;
  readonly u16: Uint16Array;
  readonly i8: Int8Array;
  readonly u8: Uint8Array;
}

/** Name of a type of elements: `i32`, `f64`, … */
export type ElementType = keyof ElementArrays;
/** An array of any of these types. */
export type TypedArray = ElementArrays[ElementType];

/** Bytes in memory of their own, as whatever TypeScript is installed says it: `Uint8Array<ArrayBuffer>` from 5.7 on, before that a type without parameters. */
export type OwnBytes = ReturnType<Uint8ArrayConstructor['of']>;

/** Arrays by name; the names are those of the format's layout. */
export type NamedArrays = Readonly<Record<string, TypedArray>>;

const CONSTRUCTORS: {
  readonly [E in ElementType]: { new (length: number): ElementArrays[E]; readonly BYTES_PER_ELEMENT: number };
} = {
  f64: Float64Array,
  f32: Float32Array,
  i32: Int32Array,
  u32: Uint32Array,
  i16: Int16Array,
  u16: Uint16Array,
  i8: Int8Array,
  u8: Uint8Array,
};

/** Bytes of one element. */
export function elementBytes(element: ElementType): number {
  return CONSTRUCTORS[element].BYTES_PER_ELEMENT;
}

/** A zeroed array. Throws what the engine throws (`RangeError`) when memory is short. */
export function allocate<E extends ElementType>(element: E, length: number): ElementArrays[E] {
  return new CONSTRUCTORS[element](length);
}

const BY_NAME: ReadonlyMap<unknown, ElementType> = new Map(
  (Object.entries(CONSTRUCTORS) as [ElementType, { readonly name: string }][]).map(([element, { name }]) => [
    name,
    element,
  ]),
);

/** What the engine itself says of a value: the name of its constructor when it is a typed array, of whatever realm, else `undefined`. */
const brandOf = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Int8Array.prototype) as object,
  Symbol.toStringTag,
)?.get;

/** The element type of a typed array, also of another realm's, or `undefined` for anything else. */
export function elementTypeOf(array: unknown): ElementType | undefined {
  return BY_NAME.get(brandOf?.call(array));
}
