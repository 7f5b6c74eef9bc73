import { expect, it } from 'vitest';
import { WASM_MODULE } from '../src/probe/wasm-module.ts';

/** passes.ts in AssemblyScript. */
const SOURCE = `
export function clearSums(sums: usize, begin: i32, end: i32): void {
  for (let w = begin; w < end; w++) store<f64>(sums + (<usize>w << 3), 0);
}
@inline function write<T>(y: usize, i: i32, value: f64, beta: f64): void {
  const at = y + <usize>i * sizeof<T>();
  store<T>(at, <T>(beta == 0 ? value : value + beta * <f64>load<T>(at)));
}
@inline function addOwn<T>(sums: usize, worker: i32, x: usize, y: usize, alpha: f64, beta: f64, begin: i32, end: i32): void {
  const own = sums + (<usize>worker << 3);
  for (let i = begin; i < end; i++) {
    const value = <f64>load<T>(x + <usize>i * sizeof<T>());
    store<f64>(own, load<f64>(own) + value);
    write<T>(y, i, alpha * value, beta);
  }
}
@inline function addAll<T>(sums: usize, workers: i32, y: usize, alpha: f64, beta: f64, begin: i32, end: i32): void {
  let sum: f64 = 0;
  for (let w = 0; w < workers; w++) sum += load<f64>(sums + (<usize>w << 3));
  for (let i = begin; i < end; i++) write<T>(y, i, alpha * sum, beta);
}
export function addOwnF64(s: usize, w: i32, x: usize, y: usize, a: f64, b: f64, begin: i32, end: i32): void { addOwn<f64>(s, w, x, y, a, b, begin, end); }
export function addOwnF32(s: usize, w: i32, x: usize, y: usize, a: f64, b: f64, begin: i32, end: i32): void { addOwn<f32>(s, w, x, y, a, b, begin, end); }
export function addAllF64(s: usize, w: i32, y: usize, a: f64, b: f64, begin: i32, end: i32): void { addAll<f64>(s, w, y, a, b, begin, end); }
export function addAllF32(s: usize, w: i32, y: usize, a: f64, b: f64, begin: i32, end: i32): void { addAll<f32>(s, w, y, a, b, begin, end); }
`;

/** What of AssemblyScript's compiler this uses. */
interface Compiler {
  main(
    options: readonly string[],
    host: { readFile(name: string): string | null; writeFile(name: string, contents: Uint8Array): void },
  ): Promise<{ readonly error: Error | null }>;
}

it('the module of the probe in WebAssembly is what its source compiles to', async () => {
  const compiler = new URL('../../kernels-cpu/node_modules/assemblyscript/dist/asc.js', import.meta.url).href;
  const { default: asc } = (await import(compiler)) as { readonly default: Compiler };
  const memory = '--importMemory --sharedMemory --initialMemory 1 --maximumMemory 65536 --memoryBase 64';
  const options = `probe.ts --outFile probe.wasm --runtime stub --use abort= ${memory} -Oz --noAssert --enable threads`;
  let module = '';
  const { error } = await asc.main(options.split(' '), {
    readFile: (name) => (name === 'probe.ts' ? SOURCE : null),
    writeFile: (_name, contents) => void (module = Buffer.from(contents).toString('base64')),
  });
  expect(error).toBeNull();
  expect(WASM_MODULE).toBe(`data:application/wasm;base64,${module}`);
});
