import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CudaModule } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import { createModuleStore } from '../src/module-store.ts';
import type { Addon, NativeBuffer, NativeDevice, GpuModule } from '../src/native/addon.ts';
import { createSharedArrays } from '../src/shared-arrays.ts';
import { upload } from '../src/transfers.ts';

const PIECE = 64 * 2 ** 20;

interface FakeBuffer extends NativeBuffer {
  readonly disposed: boolean;
  readonly writes: readonly (readonly [byteOffset: number, bytes: number])[];
}

/** A buffer whose copies take a turn of the event loop, as the addon's do on their own thread. */
function fakeBuffer(failure?: Error): FakeBuffer {
  let disposed = false;
  const writes: [number, number][] = [];
  return {
    writes,
    get disposed() {
      return disposed;
    },
    write: async (array, byteOffset) => {
      await new Promise((resolve) => {
        setTimeout(resolve, 1);
      });
      writes.push([byteOffset, array.byteLength]);
      if (failure) throw failure;
    },
    read: async () => {},
    clear() {},
    part: () => fakeBuffer(failure),
    dispose() {
      disposed = true;
    },
  };
}

function deviceOf(parts: Partial<NativeDevice>): NativeDevice {
  return parts as NativeDevice;
}

describe('copies to the device', () => {
  it('go in pieces, tell of each, and leave the event loop free', async () => {
    const buffer = fakeBuffer();
    const told: number[] = [];
    let turns = 0;
    const clock = setInterval(() => turns++, 0);
    await upload(
      deviceOf({ allocate: () => buffer }),
      'A.values',
      new Uint8Array(2 * PIECE + 5),
      ({ array, doneBytes, totalBytes }) => {
        expect([array, totalBytes]).toEqual(['A.values', 2 * PIECE + 5]);
        told.push(doneBytes);
      },
    );
    clearInterval(clock);
    expect(buffer.writes).toEqual([
      [0, PIECE],
      [PIECE, PIECE],
      [2 * PIECE, 5],
    ]);
    expect(told).toEqual([PIECE, 2 * PIECE, 2 * PIECE + 5]);
    expect(turns).toBeGreaterThan(0);
  });

  it('that find no room name the array and its size', async () => {
    const device = deviceOf({
      allocate: (bytes, name) => {
        throw new Error(`CUDA_ERROR_OUT_OF_MEMORY: allocating ${bytes} bytes for '${name}': out of memory`);
      },
    });
    await expect(upload(device, 'A.colIndex', new Int32Array(3_000_000))).rejects.toMatchObject({
      code: 'BACKEND.OUT_OF_MEMORY',
      message: expect.stringContaining("'A.colIndex' of 12.0 MB"),
      fix: expect.stringContaining('Dispose'),
      details: { array: 'A.colIndex', bytes: 12_000_000, driverCode: 'CUDA_ERROR_OUT_OF_MEMORY' },
    });
  });

  it('that fail half way free what they took', async () => {
    const buffer = fakeBuffer(new Error('CUDA_ERROR_INVALID_VALUE: copying to the device: invalid argument'));
    await expect(upload(deviceOf({ allocate: () => buffer }), 'A.values', new Float64Array(4))).rejects.toMatchObject({
      code: 'BACKEND.FAILED',
    });
    expect(buffer.disposed).toBe(true);
  });
});

describe('arrays that stay as they are', () => {
  const values = new Float64Array(4);

  it('are on the device once, until the last who took them left', async () => {
    const shared = createSharedArrays();
    const buffers = [fakeBuffer(), fakeBuffer()];
    let copies = 0;
    const copy = async () => buffers[copies++] as FakeBuffer;
    const [first, second] = await Promise.all([shared.take(values, copy), shared.take(values, copy)]);
    expect([first, second, copies]).toEqual([buffers[0], buffers[0], 1]);
    shared.release(first);
    expect(buffers[0]?.disposed).toBe(false);
    shared.release(second);
    expect(buffers[0]?.disposed).toBe(true);
    expect(await shared.take(values, copy)).toBe(buffers[1]);
  });

  it('are copied again by the next where copying failed, and others are freed at once', async () => {
    const shared = createSharedArrays();
    await expect(shared.take(values, () => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
    const buffer = fakeBuffer();
    expect(await shared.take(values, async () => buffer)).toBe(buffer);
    const other = fakeBuffer();
    shared.release(other);
    expect([buffer.disposed, other.disposed]).toEqual([false, true]);
  });
});

describe('CUDA C++ of a plugin', () => {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-nvrtc-'));
  writeFileSync(join(folder, 'shared.cuh'), '#pragma once\n#define SHARED 1\n');
  writeFileSync(
    join(folder, 'mine.cu'),
    '#include "shared.cuh"\nextern "C" __global__ void mine(double* y, int rows) {}\n',
  );
  const url = (name: string): string => pathToFileURL(join(folder, name)).href;
  const source: CudaModule = {
    language: 'cuda-c++',
    source: { kind: 'url', url: url('mine.cu') },
    minCompute: 75,
    defines: { ROWS: 32 },
  };
  const ptx: CudaModule = { language: 'ptx', source: { kind: 'url', url: url('mine.ptx') }, minCompute: 75 };
  const launch = { entryPoint: 'mine', grid: [1, 1, 1], block: [1, 1, 1], sharedBytes: 0 } as const;
  const program = { modules: [ptx, source], launches: [{ ...launch, arguments: { y: 'y', rows: { i32: 1 } } }] };
  const module = {
    dispose() {},
  } as GpuModule;

  it('is compiled by NVRTC for the device where no PTX was built, with its includes and defines, once', async () => {
    const compiled: (readonly [string, string, readonly string[]])[] = [];
    const loaded: string[] = [];
    const addon = {
      compile: (text: string, name: string, options: readonly string[]) => (
        compiled.push([text, name, options]),
        '.version 8.0'
      ),
    } as Partial<Addon> as Addon;
    const device = deviceOf({ load: (image) => (loaded.push(new TextDecoder().decode(image)), module) });
    const store = createModuleStore(addon, device, 90);
    expect(await store.load(program, 'acme/mine')).toBe(module);
    expect(await store.load(program, 'acme/mine')).toBe(module);
    expect(compiled).toHaveLength(1);
    const [text, name, options] = compiled[0] as (typeof compiled)[number];
    expect(name).toBe('mine.cu');
    expect(text).toContain('#define SHARED 1');
    expect(text).not.toContain('#include "shared.cuh"');
    expect(options).toEqual(expect.arrayContaining(['--gpu-architecture=compute_90', '-DROWS=32']));
    expect(loaded).toEqual(['.version 8.0']);
  });

  it('is refused where NVRTC is missing, with what each module lacked and what to do', async () => {
    const addon = {
      compile: () => {
        throw new Error(
          'NVRTC_MISSING: compiling CUDA C++ at run time: libnvrtc.so.13: cannot open shared object file',
        );
      },
    } as Partial<Addon> as Addon;
    await expect(createModuleStore(addon, deviceOf({}), 90).load(program, 'acme/mine')).rejects.toMatchObject({
      code: 'KERNEL.LOAD_FAILED',
      message: expect.stringMatching(/mine\.ptx was not built; mine\.cu: .*NVRTC_MISSING/),
      fix: expect.stringContaining('libnvrtc'),
    });
  });
});
