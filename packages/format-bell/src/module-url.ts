/** URL of a module of this package, given without extension relative to `base`: `.ts` when run from source, `.js` when built. */
export function moduleUrl(path: string, base: string): string {
  return new URL(`${path}.${base.endsWith('.ts') ? 'ts' : 'js'}`, base).href;
}

/** URL of a file that a build put into dist: seen alike from src/… and dist/…, two folders deep. */
export function builtUrl(path: string, base: string): string {
  return new URL(`../../dist/${path}`, base).href;
}

/** URL of a file beside the kernels' descriptions, in the published sources: seen alike from src/kernels and dist/kernels. */
export function sourceUrl(name: string, base: string): string {
  return new URL(`../../src/kernels/${name}`, base).href;
}
