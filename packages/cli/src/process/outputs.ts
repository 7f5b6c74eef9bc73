import { EXIT } from '../exit-codes.ts';

const WORDS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space left on the device',
  EIO: 'the device does not answer',
};

/** The outputs of this process, watched. */
export interface Outputs {
  /** Whether something that people were told on standard error is lost. */
  readonly muted: boolean;
}

/**
 * Calls `end` when standard output cannot be written, after the reason: without a word where the reader went away (`spmv … | head`).
 * Where standard error fails the results still come; the exit code must say it then.
 */
export function watchOutputs(end: (exitCode: number) => void): Outputs {
  let muted = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') end(EXIT.ok);
    else
      process.stderr.write(`error: Cannot write standard output: ${WORDS[error.code ?? ''] ?? error.message}.\n`, () =>
        end(EXIT.failed),
      );
  });
  process.stderr.on('error', (error: NodeJS.ErrnoException) => {
    muted ||= error.code !== 'EPIPE';
  });
  return {
    get muted() {
      return muted;
    },
  };
}

/** Resolves once all that was written to standard output is out. */
export async function flushed(): Promise<void> {
  await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
}
