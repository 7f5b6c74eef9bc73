interface WebAssemblyLike {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

/** The exports of a module, or undefined where WebAssembly with 128-bit SIMD is missing or forbidden. */
export function instantiate(base64: string): unknown {
  const engine = (globalThis as { readonly WebAssembly?: WebAssemblyLike }).WebAssembly;
  if (engine === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    return new engine.Instance(new engine.Module(bytes)).exports;
  } catch {
    return undefined;
  }
}
