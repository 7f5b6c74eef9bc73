import type { BufferName, GpuSource, ScratchBytes } from './gpu-source.ts';

/**
 * A program in WGSL, one dispatch after another, each seeing what the ones before wrote. Parameters become pipeline-overridable
 * constants, so the text stays one per kernel; sizes of the matrix become `numbers`, so that a compiled pipeline serves every matrix.
 *
 * Every entry point finds at group 0 binding 0 a uniform of f32 words, the host scalars of the operation in their order (`alpha, beta`), then
 * their low words (`alphaLow, betaLow`: 0 but in df64, and in c64 the imaginary parts, which lie beside the real ones), and a u32 `zero` that is always 0 and that no compiler can know of; its buffers are at
 * bindings 1, 2, … in the order listed. Arrays of the matrix's value type and operands hold f32 in precision f32, vec2<f32>(high, low) in
 * df64, vec2<f32>(real, imaginary) in c64, f16 in f16; i32 and u32 arrays may be declared as either; 8- and 16-bit integers are packed into u32, lowest first. Every buffer is
 * zero-padded to 32 bytes.
 * A text must keep inside its buffers and write workgroup memory before it reads it: checks of both may be switched off.
 *
 * With `arithmetic: true` the backend puts before the text what a kernel needs to be one text for all precisions:
 *
 * ```
 * alias Value, Value4, Sum    an element as stored, four of them (16-byte loads), an accumulator
 * scalars                     the uniform of binding 0: do not declare it again
 * fn zeroValue() -> Value     fn zeroSum() -> Sum
 * fn unpack(four: Value4) -> array<Value, 4>
 * fn product(a: Value, x: Value) -> Sum                     a·x
 * fn addProduct(sum: Sum, a: Value, x: Value) -> Sum        sum + a·x
 * fn addSums(a: Sum, b: Sum) -> Sum
 * fn widened(value: Value) -> Sum, narrowed(sum: Sum) -> Value
 * fn scaled(high: f32, low: f32, sum: Sum) -> Sum           a host scalar times a sum: scaled(scalars.alpha, scalars.alphaLow, sum)
 * ```
 *
 * and, where the operation has host scalars `alpha` and `beta`:
 *
 * ```
 * fn readsY() -> bool                                       β ≠ 0: otherwise what is updated must not be read
 * fn finish(sum: Sum, old: Value) -> Value                  α·sum + β·old, with old = zeroValue() when β = 0
 * fn finishMore(sum: Sum, old: Value) -> Value              α·sum + old, for the later parts of a row finished in parts
 * ```
 */
export interface WgslProgram {
  /** The text; several are put one after another. Without `enable` directives: see `enable`. */
  readonly source: GpuSource | readonly GpuSource[];
  /** Whether the backend supplies the arithmetic above. Default false: the text declares everything itself. */
  readonly arithmetic?: boolean;
  readonly dispatches: readonly WgslDispatch[];
  readonly scratch?: ScratchBytes;
  /**
   * WGSL extensions to enable, for example `subgroups`. The kernel's `requires` names the capability: the same, but `subgroup-matrix` for
   * `chromium_experimental_subgroup_matrix`.
   */
  readonly enable?: readonly string[];
}

/** One dispatch of an entry point. */
export interface WgslDispatch {
  readonly entryPoint: string;
  /** Text of this dispatch, when not the program's. */
  readonly source?: GpuSource | readonly GpuSource[];
  readonly bindings: readonly WgslBinding[];
  /** Pipeline-overridable constants by name. */
  readonly constants: Readonly<Record<string, number>>;
  /** u32 words of a uniform at the binding after the last buffer; without any there is none. */
  readonly numbers?: readonly number[];
  /**
   * Workgroups needed, or as many as an array of `analyse` has elements divided by `per`, rounded up; with none the dispatch is left
   * out. The backend folds more than 65,535 into two dimensions: the group is number x + y·num_workgroups.x, and it may be one
   * that was not asked for, which must do nothing.
   */
  readonly groups: number | { readonly auxiliary: string; readonly per: number };
}

/** An array that a dispatch binds, at bindings 1, 2, … in the order of the list. */
export interface WgslBinding {
  readonly buffer: BufferName;
  readonly access: 'read' | 'read_write';
  /**
   * Elements of the array to bind, when not all: how an array larger than the device's limit `maxBindingBytes` is worked through in
   * several dispatches. `first` must be a multiple of 128, so that every element type begins at an offset the device allows.
   */
  readonly window?: { readonly first: number; readonly count: number };
}
