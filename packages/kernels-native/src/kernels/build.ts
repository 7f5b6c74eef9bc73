/** Which of the compiled versions kernels run. */
export interface NativeBuild {
  /** A set of instructions by name, for tests: `avx2`, `sse4`. Default: the best that the processor has. */
  readonly level?: string;
}

/** The module that knows the functions of the addon. */
export const FUNCTIONS: URL = new URL('../functions.ts', import.meta.url);

/** Name of a function in this build. */
export function leveled({ level }: NativeBuild, name: string): string {
  return level === undefined ? name : `${level}/${name}`;
}
