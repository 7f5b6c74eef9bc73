import type { NativeFunctions } from '@spmv/core';
import { loadNative } from './load-native.ts';

/** What a thread binds passes with. */
export interface CpuThread {
  readonly memory: WebAssembly.Memory;
  /** The instance of a module in this thread. */
  instance(url: string, module: WebAssembly.Module): WebAssembly.Instance;
  /** The functions behind the module of a native pass. Errors: `KERNEL.LOAD_FAILED`, `BACKEND.UNAVAILABLE`. */
  native(url: string, kernel: string): Promise<NativeFunctions>;
}

/** One instance per module, all over the one memory, and addons that are looked for once. */
export function createCpuThread(memory: WebAssembly.Memory): CpuThread {
  const instances = new Map<string, WebAssembly.Instance>();
  const opened = new Map<string, NativeFunctions>();
  return {
    memory,
    instance(url, module) {
      const made = instances.get(url) ?? new WebAssembly.Instance(module, { env: { memory } });
      instances.set(url, made);
      return made;
    },
    async native(url, kernel) {
      const functions = opened.get(url) ?? (await loadNative(url, kernel));
      opened.set(url, functions);
      return functions;
    },
  };
}
