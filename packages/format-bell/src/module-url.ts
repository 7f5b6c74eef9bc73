/** URL of a module of this package, given without extension relative to `base`: `.ts` when run from source, `.js` when built. */
export function moduleUrl(path: string, base: string): string {
  return new URL(`${path}.${base.endsWith('.ts') ? 'ts' : 'js'}`, base).href;
}
