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

/** The whole run was told to stop. */
export class Stopped extends StageError {
  constructor() {
    super('Stopped.', 130);
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** How often a terminal is told of what says nothing there. */
const STILL_MS = 30_000;
/** How long what was told to end may take before it is ended. */
const GRACE_MS = 5000;

/** Tells a command that leads a group of its own, and all that it started. */
function tellGroup({ pid }, signal) {
  try {
    process.kill(windows ? pid : -pid, signal);
  } catch {
    // They are gone.
  }
}

/**
 * Runs a command with this terminal; resolves to its exit code, 128 + 15 when a signal ended it. Waits for it also where this process is told to stop: `group`
 * ends it with all that it started, and throws `Stopped`; `forward` tells it of the signal; any other is told by the terminal.
 */
export function run(command, args, { group = false, forward = false, ...options } = {}) {
  return new Promise((resolve, reject) => {
    // On Windows pnpm and npx are .cmd files, which only a shell starts.
    const shell = windows && !command.endsWith('.exe');
    let stopped = false;
    const stop = (signal) => {
      if (forward) child.kill(signal);
      if (group && !stopped) {
        tellGroup(child, 'SIGTERM');
        setTimeout(() => tellGroup(child, 'SIGKILL'), GRACE_MS).unref();
      }
      stopped = true;
    };
    const end = (settle) => {
      for (const signal of SIGNALS) process.off(signal, stop);
      settle();
    };
    // Before there is a child: on a busy machine it may have begun long before this process goes on.
    for (const signal of SIGNALS) process.on(signal, stop);
    const child = spawn(command, args, { stdio: 'inherit', shell, detached: group && !windows, ...options });
    child.once('error', (cause) => end(() => reject(new StageError(`Cannot start '${command}': ${cause.message}.`))));
    child.once('exit', (code) =>
      end(() => {
        if (!group || !stopped) return resolve(code ?? 143);
        tellGroup(child, 'SIGKILL');
        return reject(new Stopped());
      }),
    );
  });
}

/** Environment of what writes into a file, or to no terminal: without escapes. */
function plain(env = process.env) {
  return { ...env, NO_COLOR: '1', FORCE_COLOR: undefined };
}

function seconds(begin) {
  return ((performance.now() - begin) / 1000).toFixed(1);
}

/** Runs a command under a heading and says how long it took; resolves to its exit code. */
export async function stage(name, command, args, options = {}) {
  process.stdout.write(`\n== ${name}\n`);
  const begin = performance.now();
  const env = process.stdout.isTTY ? options.env : plain(options.env);
  const code = await run(command, args, { ...options, ...(env ? { env } : {}) });
  process.stdout.write(`== ${name}: ${code === 0 ? 'done' : `failed with exit code ${code}`} in ${seconds(begin)} s\n`);
  return code;
}

/** The same, what the command says going to the file `log`; where it fails, that is shown, too. Several may run at a time. */
export async function quietStage(name, log, command, args, options = {}) {
  process.stdout.write(`== ${name} …\n`);
  const begin = performance.now();
  mkdirSync(dirname(log), { recursive: true });
  const file = openSync(log, 'w');
  const still = () => process.stdout.write(`== ${name}: ${seconds(begin)} s so far; what it says: ${log}\n`);
  const timer = process.stdout.isTTY ? setInterval(still, STILL_MS) : undefined;
  let code;
  try {
    const stdio = ['ignore', file, file];
    code = await run(command, args, { ...options, group: true, env: plain(options.env), stdio });
  } finally {
    clearInterval(timer);
    closeSync(file);
  }
  if (code === 0) process.stdout.write(`== ${name}: ${seconds(begin)} s\n`);
  else
    process.stdout.write(
      `== ${name}: failed with exit code ${code}\n${readFileSync(log, 'utf8').slice(-20_000)}\nAll of it: ${log}\n`,
    );
  return code;
}
