/** What the engine's WebAssembly supports, found by validating tiny modules. */
export interface WasmFeatures {
  /** 128-bit SIMD and shared memory: what every kernel here needs. */
  readonly baseline: boolean;
  /** Fused multiply-add and other operations whose rounding the processor decides. */
  readonly relaxedSimd: boolean;
}

const MAGIC = [0, 97, 115, 109, 1, 0, 0, 0];
// (func (result v128) (i32.const 0) (i8x16.splat)) beside (import "e" "m" (memory 1 1 shared))
const BASELINE = [
  ...MAGIC,
  1,
  5,
  1,
  96,
  0,
  1,
  123,
  2,
  9,
  1,
  1,
  101,
  1,
  109,
  2,
  3,
  1,
  1,
  3,
  2,
  1,
  0,
  10,
  8,
  1,
  6,
  0,
  65,
  0,
  253,
  15,
  11,
];
// (func (result v128) three zero vectors (f64x2.relaxed_madd))
const RELAXED = [
  ...MAGIC,
  1,
  5,
  1,
  96,
  0,
  1,
  123,
  3,
  2,
  1,
  0,
  10,
  19,
  1,
  17,
  0,
  65,
  0,
  253,
  15,
  65,
  0,
  253,
  15,
  65,
  0,
  253,
  15,
  253,
  135,
  2,
  11,
];

function validates(bytes: readonly number[]): boolean {
  return typeof WebAssembly === 'object' && WebAssembly.validate(new Uint8Array(bytes));
}

function createFeatures(): () => WasmFeatures {
  let known: WasmFeatures | undefined;
  return () => (known ??= { baseline: validates(BASELINE), relaxedSimd: validates(RELAXED) });
}

/** Asks the engine that runs this, once. Throws nothing. */
export const wasmFeatures: () => WasmFeatures = createFeatures();
