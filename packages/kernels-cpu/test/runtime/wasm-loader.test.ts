import type { WasmPass } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import { wasmFeatures } from '../../src/runtime/features.ts';
import { createWasmLoader } from '../../src/runtime/load-wasm.ts';
import { requireOnlyDevice } from '../../src/runtime/only-device.ts';

/** (func (export "f")) */
const EXPORTS_F = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 4, 1, 2, 0, 11,
];
const wasm = (note: string): string =>
  `data:application/wasm;note=${note};base64,${btoa(String.fromCharCode(...EXPORTS_F))}`;
const engine = { baseline: true, relaxedSimd: true };

function pass(modules: WasmPass['modules'], name = 'f'): WasmPass {
  return { modules, export: name, arguments: [], partition: { unit: 'rows', count: 1 } };
}

describe('createWasmLoader', () => {
  it('takes the first module whose needs the engine meets', async () => {
    const modules = [
      { url: wasm('relaxed'), needs: ['relaxed-simd'] as const },
      { url: wasm('plain'), needs: [] },
    ];
    expect((await createWasmLoader(engine).load(pass(modules), 'wasm/toy')).url).toContain('relaxed');
    expect((await createWasmLoader({ ...engine, relaxedSimd: false }).load(pass(modules), 'wasm/toy')).url).toContain(
      'plain',
    );
  });

  it('compiles a module once for all kernels', async () => {
    const loader = createWasmLoader(engine);
    const modules = [{ url: wasm('once'), needs: [] }];
    const [first, second] = await Promise.all([
      loader.load(pass(modules), 'wasm/a'),
      loader.load(pass(modules), 'wasm/b'),
    ]);
    expect(first.module).toBe(second.module);
  });

  it('refuses what is not exported, and goes on with what is', async () => {
    const loader = createWasmLoader(engine);
    const modules = [{ url: wasm('exports'), needs: [] }];
    await expect(loader.load(pass(modules, 'g'), 'wasm/toy')).rejects.toMatchObject({
      code: 'KERNEL.LOAD_FAILED',
      message: expect.stringContaining("exports no function 'g'") as string,
    });
    expect((await loader.load(pass(modules), 'wasm/toy')).url).toContain('exports');
  });
});

describe('the engine and the device', () => {
  it('has what every kernel needs: the Node that runs the tests has 128-bit SIMD and shared memory', () => {
    expect(wasmFeatures().baseline).toBe(true);
  });

  it('is one device, by its name', () => {
    expect(() => requireOnlyDevice('serial', 'cpu', 'cpu')).not.toThrow();
    expect(() => requireOnlyDevice('serial', 'abacus', 'cpu')).toThrow(
      expect.objectContaining({
        code: 'BACKEND.UNAVAILABLE',
        fix: expect.stringContaining("'cpu'") as string,
      }) as Error,
    );
  });
});
