// Running a command as a named, timed stage.
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
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

function seconds(begin) {
  return ((performance.now() - begin) / 1000).toFixed(1);
}

/** Runs a command under a heading and says how long it took; resolves to its exit code. */
export async function stage(name, command, args, options = {}) {
  process.stdout.write(`\n== ${name}\n`);
  const begin = performance.now();
  const code = await run(command, args, options);
  process.stdout.write(`== ${name}: ${code === 0 ? 'done' : `failed with exit code ${code}`} in ${seconds(begin)} s\n`);
  return code;
}

/** The same, what the command says going to the file `log`; where it fails, that is shown, too. Several may run at a time. */
export async function quietStage(name, log, command, args, options = {}) {
  process.stdout.write(`== ${name} …\n`);
  const begin = performance.now();
  mkdirSync(dirname(log), { recursive: true });
  const file = openSync(log, 'w');
  const code = await run(command, args, { ...options, stdio: ['ignore', file, file] });
  closeSync(file);
  if (code === 0) process.stdout.write(`== ${name}: ${seconds(begin)} s\n`);
  else
    process.stdout.write(
      `== ${name}: failed with exit code ${code}\n${readFileSync(log, 'utf8').slice(-20_000)}\nAll of it: ${log}\n`,
    );
  return code;
}
