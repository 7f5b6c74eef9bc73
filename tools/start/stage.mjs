// Running a command as a named, timed stage.
import { spawn } from 'node:child_process';
import process from 'node:process';

/** Ends the whole run with a message for the person who started it. */
export class StageError extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

const windows = process.platform === 'win32';

/** Runs a command with this terminal; resolves to its exit code, 128 + 15 when a signal ended it. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    // On Windows pnpm and npx are .cmd files, which only a shell starts.
    const child = spawn(command, args, { stdio: 'inherit', shell: windows && !command.endsWith('.exe'), ...options });
    child.once('error', (cause) => reject(new StageError(`Cannot start '${command}': ${cause.message}.`)));
    child.once('exit', (code) => resolve(code ?? 143));
  });
}

/** Runs a command under a heading and says how long it took; resolves to its exit code. */
export async function stage(name, command, args, options = {}) {
  process.stdout.write(`\n== ${name}\n`);
  const begin = performance.now();
  const code = await run(command, args, options);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  process.stdout.write(`== ${name}: ${code === 0 ? 'done' : `failed with exit code ${code}`} in ${seconds} s\n`);
  return code;
}
