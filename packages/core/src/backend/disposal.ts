// Declarations name `Symbol.asyncDispose`, which `lib` of older years lacks.
/// <reference lib="esnext.disposable" preserve="true" />

/** What is owned, and let go of by `dispose` or at the end of the block where `await using` declares it. */
export interface Disposal {
  dispose(): Promise<void>;
  /** `dispose`. Absent in engines without `Symbol.asyncDispose`, which have no `await using` either. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Both methods of an owned object. */
export function disposal(dispose: () => Promise<void>): Disposal {
  const symbol: typeof Symbol.asyncDispose | undefined = Symbol.asyncDispose;
  // A key that is undefined would be a property of that name.
  return (symbol === undefined ? { dispose } : { dispose, [symbol]: dispose }) as Disposal;
}
