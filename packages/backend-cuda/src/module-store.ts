import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CudaModule, GpuSource } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import type { Addon, NativeDevice, NativeModule } from './native/addon.ts';
import { withSpmvErrors } from './native/native-error.ts';

/** Modules of one opened device, loaded once each. */
export interface ModuleStore {
  /**
   * The first of `modules` that this device and machine can use.
   *
   * Errors: `KERNEL.LOAD_FAILED` when none can, with what each one lacked; `BACKEND.FAILED` with the compiler's words.
   */
  load(modules: readonly CudaModule[], kernel: string): Promise<NativeModule>;
  dispose(): void;
}

/** Whether a device of this compute capability (×10) runs the module. */
export function runsOn(module: CudaModule, compute: number): boolean {
  if (module.language !== 'cubin') return compute >= module.minCompute;
  return Math.floor(compute / 10) === Math.floor(module.minCompute / 10) && compute >= module.minCompute;
}

function nameOf(source: GpuSource): string {
  return source.kind === 'url' ? source.url.slice(source.url.lastIndexOf('/') + 1) : 'kernel.cu';
}

async function bytesOf(source: GpuSource): Promise<Uint8Array | undefined> {
  if (source.kind === 'text') return new TextEncoder().encode(source.text);
  try {
    return await readFile(fileURLToPath(source.url));
  } catch {
    return undefined;
  }
}

/**
 * CUDA C++ with its own `#include "…"` lines replaced by those files' text, as NVRTC sees one text alone. A file is looked for in
 * `folder`, then in `headers`; one that is nowhere is left to the compiler.
 */
export async function inlineIncludes(
  text: string,
  folder: string,
  headers: readonly string[] = [],
  seen: Set<string> = new Set(),
): Promise<string> {
  const parts: string[] = [];
  for (const line of text.split('\n')) {
    const name = /^\s*#include\s+"([^"]+)"/.exec(line)?.[1];
    const file = name === undefined ? undefined : [folder, ...headers].map((at) => join(at, name)).find(existsSync);
    if (file === undefined) parts.push(line === '#pragma once' ? '' : line);
    else if (!seen.has(file)) {
      seen.add(file);
      parts.push(await inlineIncludes(await readFile(file, 'utf8'), dirname(file), headers, seen));
    }
  }
  return parts.join('\n');
}

async function compile(addon: Addon, module: CudaModule, compute: number): Promise<Uint8Array | undefined> {
  const bytes = await bytesOf(module.source);
  if (!bytes) return undefined;
  const folder = module.source.kind === 'url' ? dirname(fileURLToPath(module.source.url)) : '.';
  const headers = (module.headers ?? []).map((url) => fileURLToPath(url));
  const text = await inlineIncludes(new TextDecoder().decode(bytes), folder, headers);
  const defines = Object.entries(module.defines ?? {}).map(([name, value]) => `-D${name}=${value}`);
  const ptx = withSpmvErrors(() =>
    addon.compile(text, nameOf(module.source), [
      `--gpu-architecture=compute_${compute}`,
      '--std=c++17',
      '-default-device',
      ...defines,
    ]),
  );
  return new TextEncoder().encode(ptx);
}

/** An empty store for one device. */
export function createModuleStore(addon: Addon, device: NativeDevice, compute: number): ModuleStore {
  const loaded = new Map<string, Promise<NativeModule>>();

  const loadFirst = async (modules: readonly CudaModule[], kernel: string): Promise<NativeModule> => {
    const lacking: string[] = [];
    let cause: unknown;
    for (const module of modules) {
      const name = nameOf(module.source);
      if (!runsOn(module, compute)) {
        lacking.push(`${name} is for compute capability ${module.minCompute / 10}`);
        continue;
      }
      try {
        const image =
          module.language === 'cuda-c++' ? await compile(addon, module, compute) : await bytesOf(module.source);
        if (image) return withSpmvErrors(() => device.load(image, name));
        lacking.push(`${name} was not built`);
      } catch (error) {
        cause = error;
        lacking.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    throw new SpmvError(
      'KERNEL.LOAD_FAILED',
      `Kernel '${kernel}' has no module that loads here: ${lacking.join('; ')}.`,
      {
        fix: 'Build its package where nvcc is installed, or install NVRTC (libnvrtc) here.',
        details: { kernel, lacking, compute },
        cause,
      },
    );
  };

  return {
    load(modules, kernel) {
      const key = JSON.stringify(modules);
      let found = loaded.get(key);
      if (!found) {
        found = loadFirst(modules, kernel);
        loaded.set(key, found);
        found.catch(() => loaded.delete(key));
      }
      return found;
    },
    dispose() {
      for (const module of loaded.values())
        module.then(
          (m) => m.dispose(),
          () => {},
        );
      loaded.clear();
    },
  };
}
