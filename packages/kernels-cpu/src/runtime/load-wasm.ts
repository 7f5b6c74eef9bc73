import type { WasmPass } from '@spmv/core';
import { loadFailed, notLoaded } from './load-failed.ts';
import type { WasmFeatures } from './features.ts';
import { readUrl } from './read-url.ts';

/** Compiles each module once. */
export interface WasmLoader {
  /** The module of a pass that the engine can run: the first whose needs it meets. Errors: `KERNEL.LOAD_FAILED`. */
  load(pass: Pick<WasmPass, 'modules' | 'export'>, kernel: string): Promise<LoadedModule>;
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
      const chosen = features.baseline ? pass.modules.find((candidate) => candidate.needs.every(met)) : undefined;
      if (!chosen) {
        const needs = features.baseline
          ? pass.modules.flatMap((candidate) => candidate.needs).join(', ')
          : '128-bit SIMD and shared memory';
        throw loadFailed(
          kernel,
          pass.modules[0]?.url ?? 'none',
          `needs ${needs}, which this engine does not have.`,
          'Use a newer engine, or a JavaScript kernel.',
        );
      }
      const { url } = chosen;
      const compiled = modules.get(url) ?? compile(url);
      modules.set(url, compiled);
      try {
        const module = await compiled;
        if (WebAssembly.Module.exports(module).some((found) => found.name === pass.export && found.kind === 'function'))
          return { url, module };
      } catch (cause) {
        modules.delete(url);
        throw await notLoaded(kernel, url, cause);
      }
      throw loadFailed(
        kernel,
        url,
        `exports no function '${pass.export}'.`,
        "Correct the export name in the kernel's program.",
      );
    },
  };
}

async function compile(url: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readUrl(url));
}
