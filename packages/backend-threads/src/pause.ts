/** Tells the processor that this thread waits in a loop, where the engine has Atomics.pause; otherwise does nothing. */
export function pauseFunction(): () => void {
  const { pause } = Atomics as { readonly pause?: () => void };
  return typeof pause === 'function' ? () => pause() : () => {};
}

/** Turns of a waiting loop between two looks at the clock. */
export const TURNS_PER_LOOK = 64;
