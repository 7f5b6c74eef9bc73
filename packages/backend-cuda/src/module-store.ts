import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { CudaLaunchProgram, CudaModule, GpuSource } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import type { CudaEntries } from '@spmv/kernel-kit';
import { checkEntries } from '@spmv/kernel-kit';
import { cudaText, sourceEntries } from '@spmv/kernel-kit/node';
import type { Addon, NativeDevice, GpuModule } from './native/addon.ts';
import { withSpmvErrors } from './native/native-error.ts';

/** Modules of one opened device, loaded once each. */
export interface ModuleStore {
  /**
   * The first of `modules` that this device and machine can use, for `launches` whose arguments are named as the source among them has the parameters.
   *
   * Errors: `KERNEL.LOAD_FAILED` when none can, with what each one lacked; `BACKEND.FAILED` with the compiler's words; `KERNEL.PROGRAM_INVALID`.
   */
  load(program: Pick<CudaLaunchProgram, 'modules' | 'launches'>, kernel: string): Promise<GpuModule>;
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

async function compile(addon: Addon, module: CudaModule, compute: number): Promise<Uint8Array | undefined> {
  const text = await cudaText(module);
  if (text === undefined) return undefined;
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

interface Loaded {
  readonly module: GpuModule;
  /** Undefined where the source is not there. */
  readonly entries: CudaEntries | undefined;
}

/** An empty store for one device. */
export function createModuleStore(addon: Addon, device: NativeDevice, compute: number): ModuleStore {
  const loaded = new Map<string, Promise<Loaded>>();
  // The same lists come again and again: what a list is, as text, is found out once.
  const keys = new WeakMap<readonly CudaModule[], string>();
  const keyOf = (modules: readonly CudaModule[]): string => {
    const known = keys.get(modules);
    if (known !== undefined) return known;
    const key = JSON.stringify(modules);
    keys.set(modules, key);
    return key;
  };

  const loadFirst = async (modules: readonly CudaModule[], kernel: string): Promise<GpuModule> => {
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
    async load({ modules, launches }, kernel) {
      const key = keyOf(modules);
      let found = loaded.get(key);
      if (!found) {
        found = Promise.all([loadFirst(modules, kernel), sourceEntries(modules)]).then(([module, entries]) => ({
          module,
          entries,
        }));
        loaded.set(key, found);
        found.catch(() => loaded.delete(key));
      }
      const { module, entries } = await found;
      if (entries) checkEntries(kernel, launches, entries);
      return module;
    },
    dispose() {
      for (const module of loaded.values())
        module.then(
          (one) => one.module.dispose(),
          () => {},
        );
      loaded.clear();
    },
  };
}
