import type { WasmPass } from '@spmv/core';
import { loadFailed, wordsOf } from './load-failed.ts';
import type { WasmFeatures } from './features.ts';

/** Compiles each module once. */
export interface WasmLoader {
  /** The module of a pass that the engine can run: the first whose needs it meets. Errors: `KERNEL.LOAD_FAILED`. */
  load(pass: WasmPass, kernel: string): Promise<LoadedModule>;
}

/** A compiled module and where it came from. */
export interface LoadedModule {
  readonly url: string;
  readonly module: WebAssembly.Module;
}

/** A loader for the engine with these features. */
export function createWasmLoader(features: WasmFeatures): WasmLoader {
  const modules = new Map<string, Promise<WebAssembly.Module>>();
  const met = (need: string): boolean => need === 'relaxed-simd' && features.relaxedSimd;
  return {
    async load(pass, kernel) {
      const chosen = pass.modules.find((candidate) => candidate.needs.every(met));
      if (!chosen || !features.baseline) {
        const needs = pass.modules.flatMap((candidate) => candidate.needs).join(', ');
        throw loadFailed(kernel, pass.modules[0]?.url ?? 'none', `needs ${needs || '128-bit SIMD and shared memory'}, which this engine does not have.`, 'Use a newer engine, or a JavaScript kernel.');
      }
      const { url } = chosen;
      const compiled = modules.get(url) ?? compile(url);
      modules.set(url, compiled);
      try {
        const module = await compiled;
        if (WebAssembly.Module.exports(module).some((found) => found.name === pass.export && found.kind === 'function')) return { url, module };
      } catch (cause) {
        modules.delete(url);
        throw loadFailed(kernel, url, `cannot be loaded: ${wordsOf(cause)}`, 'Build it (`pnpm build`), or reinstall the package that brings the kernel.', cause);
      }
      throw loadFailed(kernel, url, `exports no function '${pass.export}'.`, "Correct the export name in the kernel's program.");
    },
  };
}

async function compile(url: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readBytes(url));
}

/** Node's `fetch` takes no file: URLs; a browser has nothing else. */
async function readBytes(url: string): Promise<BufferSource> {
  if (url.startsWith('file:')) {
    const { readFile } = await import('node:fs/promises');
    return readFile(new URL(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}
