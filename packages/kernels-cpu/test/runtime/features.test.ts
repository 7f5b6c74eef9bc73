import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { wasmFeatures } from '../../src/runtime/features.ts';

const built = (file: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(`../../dist/wasm/${file}`, import.meta.url)));

it('says of an engine what it makes of the modules that need it', () => {
  expect(wasmFeatures()).toEqual({
    baseline: WebAssembly.validate(built('simd.wasm')),
    relaxedSimd: WebAssembly.validate(built('relaxed-simd.wasm')),
  });
});
