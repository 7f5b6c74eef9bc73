import type { JsFunction, JsPass, KernelPrecision } from '@spmv/core';
import { storedPrecision } from '@spmv/core';
import { loadFailed, notLoaded } from './load-failed.ts';
import { readUrl } from './read-url.ts';

/**
 * The function of a pass, from an instance of its module that only this precision uses: an engine specialises a loop to the types
 * of arrays it has seen, and one that has seen both f32 and f64 runs at half the speed. Errors: `KERNEL.LOAD_FAILED`.
 */
export async function loadJsFunction(
  pass: Pick<JsPass, 'module' | 'functions' | 'export'>,
  precision: KernelPrecision,
  kernel: string,
): Promise<JsFunction> {
  // A fragment only makes another instance: servers never see it, and data: and blob: URLs may have one.
  const url = `${pass.module}#${precision.precision}-${storedPrecision(precision)}`;
  let loaded: Readonly<Record<string, unknown>>;
  try {
    loaded = pass.functions ?? (await importModule(url));
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

type Loaded = Readonly<Record<string, unknown>>;

/** A module, also from a folder whose `.js` files Node takes for CommonJS, as bundlers for Node make them: it stands alone, so its text is all of it. */
async function importModule(url: string): Promise<Loaded> {
  try {
    return (await import(/* @vite-ignore */ /* webpackIgnore: true */ url)) as Loaded;
  } catch (cause) {
    if (!url.startsWith('file:') || (cause as Partial<Error>).name !== 'SyntaxError') throw cause;
    const [file = '', fragment] = url.split('#');
    const text = encodeURIComponent(new TextDecoder().decode(await readUrl(file)));
    const again = `data:text/javascript,${text}#${fragment}`;
    const loaded = import(/* @vite-ignore */ /* webpackIgnore: true */ again) as Promise<Loaded>;
    return loaded.catch((): never => {
      throw cause;
    });
  }
}
