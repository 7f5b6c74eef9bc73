import { isSpmvError } from '../src/index.ts';

/** The code of the error that `run` throws, or what else happened. */
export async function thrown(run: () => unknown): Promise<string> {
  try {
    await run();
  } catch (error) {
    return isSpmvError(error) ? error.code : `not an SpmvError: ${String(error)}`;
  }
  return 'nothing was thrown';
}
