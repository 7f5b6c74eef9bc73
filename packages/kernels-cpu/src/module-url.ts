/** URL of a module of this package, given without extension relative to `base`: `.ts` when run from source, `.js` when built. */
export function moduleUrl(path: string, base: string): string {
  return new URL(`${path}.${base.endsWith('.ts') ? 'ts' : 'js'}`, base).href;
}

/** URL of a WebAssembly module in dist/wasm of this package, seen from a file in src/kernels or dist/kernels. */
export function wasmUrl(name: string, base: string): string {
  return new URL(base.endsWith('.ts') ? `../../dist/wasm/${name}` : `../wasm/${name}`, base).href;
}
