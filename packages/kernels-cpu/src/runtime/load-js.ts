import type { JsFunction, JsPass, KernelPrecision } from '@spmv/core';
import { storedPrecision } from '@spmv/core';
import { loadFailed, notLoaded } from './load-failed.ts';

/**
 * The function of a pass, from an instance of its module that only this precision uses: an engine specialises a loop to the types
 * of arrays it has seen, and one that has seen both f32 and f64 runs at half the speed. Errors: `KERNEL.LOAD_FAILED`.
 */
export async function loadJsFunction(
  pass: Pick<JsPass, 'module' | 'export'>,
  precision: KernelPrecision,
  kernel: string,
): Promise<JsFunction> {
  // A fragment only makes another instance: servers never see it, and data: and blob: URLs may have one.
  const url = `${pass.module}#${precision.precision}-${storedPrecision(precision)}`;
  let loaded: Readonly<Record<string, unknown>>;
  try {
    loaded = (await import(/* @vite-ignore */ /* webpackIgnore: true */ url)) as Readonly<Record<string, unknown>>;
  } catch (cause) {
    throw await notLoaded(kernel, pass.module, cause);
  }
  const run = loaded[pass.export];
  if (typeof run === 'function') return run as JsFunction;
  throw loadFailed(
    kernel,
    pass.module,
    `exports no function '${pass.export}'.`,
    "Correct the export name in the kernel's program.",
  );
}
