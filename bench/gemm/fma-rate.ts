const unsigned = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >> 7)]);
const section = (id: number, ...contents: number[]): number[] => [id, ...unsigned(contents.length), ...contents];

const SUMS = 12;
const [COUNT, X, Y, FIRST] = [0, 1, 2, 3];
const [A, B] = [FIRST + SUMS, FIRST + SUMS + 1];
const [GET, SET, TEE, LOOP, NOTHING, BACK, END] = [0x20, 0x21, 0x22, 0x03, 0x40, 0x0d, 0x0b];
const [ONE, SUBTRACT, VECTOR] = [0x41, 0x6b, 0x7b];
const HEADER = [0, 97, 115, 109, 1, 0, 0, 0];

/** Instructions on vectors of a precision, after the prefix 0xfd, and its number type. */
const INSTRUCTIONS = {
  f32: { type: 0x7d, constant: 0x43, splat: [0x13], madd: [0x85, 0x02], add: [0xe4, 0x01], extract: [0x1f, 0] },
  f64: { type: 0x7c, constant: 0x44, splat: [0x14], madd: [0x87, 0x02], add: [0xf0, 0x01], extract: [0x21, 0] },
} as const;

/**
 * Runs twelve sums of a fused multiply-add each, `count` times, in registers alone: what one core computes when it never waits for memory. Gives the
 * operations of a call.
 */
export function fmaRate(precision: 'f32' | 'f64'): (count: number) => number {
  const { type, constant, splat, madd, add, extract } = INSTRUCTIONS[precision];
  const vector = (...codes: readonly number[]): number[] => [0xfd, ...codes];
  const numbers = (value: number): number[] => [
    ...new Uint8Array(precision === 'f32' ? Float32Array.of(value).buffer : Float64Array.of(value).buffer),
  ];
  const all = Array.from({ length: SUMS }, (_, i) => FIRST + i);
  const begin = [GET, X, ...vector(...splat), SET, A, GET, Y, ...vector(...splat), SET, B];
  const first = all.flatMap((sum) => [constant, ...numbers(sum), ...vector(...splat), SET, sum]);
  const loop = [LOOP, NOTHING];
  const products = all.flatMap((sum) => [GET, A, GET, B, GET, sum, ...vector(...madd), SET, sum]);
  const again = [GET, COUNT, ONE, 1, SUBTRACT, TEE, COUNT, BACK, 0, END];
  const total = all.flatMap((sum, i) => [GET, sum, ...(i === 0 ? [] : vector(...add))]);
  const code = [begin, first, loop, products, again, total, vector(...extract), [END]].flat();
  const body = [1, SUMS + 2, VECTOR, ...code];
  const module = [
    HEADER,
    section(1, 1, 0x60, 3, 0x7f, type, type, 1, type),
    section(3, 1, 0),
    section(7, 1, 1, 0x66, 0, 0),
    section(10, 1, ...unsigned(body.length), ...body),
  ].flat();
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(module)));
  const run = exports['f'] as (count: number, x: number, y: number) => number;
  const operations = SUMS * 2 * (precision === 'f32' ? 4 : 2);
  return (count) => {
    run(count, 1.001, 0.999);
    return count * operations;
  };
}
