import { fileURLToPath } from 'node:url';
import { EXIT } from './exit-codes.ts';
import { ownVersion } from './own-package.ts';
import { watchOutputs } from './process/outputs.ts';

/** Runs a command line in a process of its own; resolves to the exit code. */
async function supervised(args: readonly string[]): Promise<number> {
  const { supervise } = await import('./process/supervise.ts');
  const script = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url);
  return supervise(args, {
    script: fileURLToPath(script),
    finish: async (end, stopped) => (await import('./finish.ts')).finish(end, stopped),
  });
}

/** Runs a command line by `work`; resolves to the exit code. Everything heavier than the version is loaded only when asked for. */
export async function main(args: readonly string[], work: typeof supervised = supervised): Promise<number> {
  // A reader that goes away is told nothing: what is written to files comes all the same.
  watchOutputs((exitCode) => {
    if (exitCode !== EXIT.ok) process.exit(exitCode);
  });
  if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
    process.stdout.write(`${ownVersion()}\n`);
    return 0;
  }
  if (args[0] === 'complete') {
    const { completions } = await import('./complete.ts');
    process.stdout.write((await completions(args.slice(args[1] === '--' ? 2 : 1))).map((line) => `${line}\n`).join(''));
    return 0;
  }
  return work(args);
}
