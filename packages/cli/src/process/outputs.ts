import { EXIT } from '../exit-codes.ts';
import { isGone } from '../gone.ts';

const WORDS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space left on the device',
  EIO: 'the device does not answer',
};

/** The outputs of this process, watched. */
export interface Outputs {
  /** Whether something that people were told is lost. */
  readonly muted: boolean;
  /** Has work go on where standard output fails: there is more to do than to print. */
  outlive(): void;
}

/**
 * Calls `end` when standard output cannot be written, after the reason: without a word where the reader went away (`spmv … | head`).
 * Where standard error fails, or standard output of work that outlives it, the other results still come; the exit code must say it then.
 */
export function watchOutputs(end: (exitCode: number) => void): Outputs {
  let [muted, outlives] = [false, false];
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isGone(error)) {
      if (!outlives) end(EXIT.ok);
      return;
    }
    muted = true;
    process.stderr.write(`error: Cannot write standard output: ${WORDS[error.code ?? ''] ?? error.message}.\n`, () => {
      if (!outlives) end(EXIT.failed);
    });
  });
  process.stderr.on('error', (error: NodeJS.ErrnoException) => {
    muted ||= error.code !== 'EPIPE';
  });
  return {
    get muted() {
      return muted;
    },
    outlive() {
      outlives = true;
    },
  };
}

/** Resolves once all that was written to the outputs is out. */
export async function flushed(): Promise<void> {
  for (const output of [process.stdout, process.stderr])
    await new Promise<void>((resolve) => output.write('', () => resolve()));
}
