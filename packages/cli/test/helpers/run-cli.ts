import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runHere } from './run-here.ts';

export interface CliRun {
  readonly code: number | null;
  readonly stdout: string;
  /** Each remark on one line, however it was broken. */
  readonly stderr: string;
  /** As it was printed. */
  readonly printedStderr: string;
}

/** Lines that go on where the one before was broken; those of a stack trace do not. */
const BROKEN = /\n {4}(?=\S)(?!at )/gu;

/** Remarks on one line each, however they were broken. */
export function unbroken(stderr: string): string {
  return stderr.replaceAll(BROKEN, ' ');
}

export interface CliOptions {
  readonly cwd?: string;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface HereOptions extends CliOptions {
  /** Has both outputs be one terminal of this width, whose text is that of standard output. */
  readonly columns?: number;
}

export interface ProcessOptions extends CliOptions {
  /** Leaves standard input open after that. */
  readonly stdinOpen?: boolean;
  /** Open files in place of what is collected. */
  readonly stdout?: number;
  readonly stderr?: number;
  /** Sends a signal once standard error or output matches. */
  readonly interruptAfter?: RegExp;
  /** Runs it under `ulimit -v`, where there is one. */
  readonly addressKb?: number;
  /** Which; default SIGINT. */
  readonly signal?: NodeJS.Signals;
  /** Sends it again once that was answered. */
  readonly twice?: boolean;
}

export const ROOT: string = fileURLToPath(new URL('../../../..', import.meta.url));
/** Where Node keeps what it compiled, from one run to the next. */
const COMPILED = join(ROOT, 'node_modules', '.cache', 'spmv-cli-compile-cache');
const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** An empty folder of this test. */
export function temporaryFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'spmv-cli-')));
}

/** Writes a file of that folder, and says where it is. */
export const filesIn =
  (folder: string) =>
  (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

/** Whether a process runs still. */
export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** As this process was started: while the command runs in it, it has another. */
const { FORCE_COLOR: _, NODE_OPTIONS: __, SPMV_DEBUG: ___, ...INHERITED } = process.env;
/** Neither what a user fetched nor the network is for tests. */
const NOWHERE = { SPMV_CACHE: join(tmpdir(), 'spmv-cli-nothing-fetched'), SPMV_SUITESPARSE: 'http://127.0.0.1:1' };
const ENV: NodeJS.ProcessEnv = { ...INHERITED, ...NOWHERE, NO_COLOR: '1', NODE_COMPILE_CACHE: COMPILED };

/** How the command is started from source. */
export function cliCommand(args: readonly string[]): {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
} {
  return { command: process.execPath, args: ['--conditions=@spmv/source', MAIN, ...args], env: ENV };
}

/** Runs the command from source, in this process. */
export async function runCli(args: readonly string[], options: HereOptions = {}): Promise<CliRun> {
  const { cwd = ROOT, stdin = '', env, ...terminal } = options;
  const { code, stdout, stderr } = await runHere(args, { cwd, stdin, env: { ...ENV, ...env }, ...terminal });
  return { code, stdout, stderr: unbroken(stderr), printedStderr: stderr };
}

/** Runs it as a user does: in processes of its own, which is slow, for what only those show. */
export function runProcess(args: readonly string[], options: ProcessOptions = {}): Promise<CliRun> {
  return new Promise((resolve, reject) => {
    const { command, args: rest, env } = cliCommand(args);
    const line = [command, ...rest];
    const limited =
      options.addressKb === undefined || process.platform !== 'linux'
        ? line
        : ['sh', '-c', `ulimit -v ${options.addressKb} && exec "$0" "$@"`, ...line];
    const child = spawn(limited[0] as string, limited.slice(1), {
      cwd: options.cwd ?? ROOT,
      env: { ...env, ...options.env },
      stdio: ['pipe', options.stdout ?? 'pipe', options.stderr ?? 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    let sent = 0;
    const look = (): void => {
      const next = sent === 0 ? options.interruptAfter : sent === 1 && options.twice ? /Stopping/ : undefined;
      if (!next?.test(stdout + stderr)) return;
      sent++;
      child.kill(options.signal ?? 'SIGINT');
    };
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      look();
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
      look();
    });
    child.on('error', reject);
    child.on('exit', () => child.stdin?.destroy());
    child.on('close', (code) => resolve({ code, stdout, stderr: unbroken(stderr), printedStderr: stderr }));
    child.stdin?.on('error', () => {});
    if (options.stdinOpen) child.stdin?.write(options.stdin ?? '');
    else child.stdin?.end(options.stdin ?? '');
  });
}

/** A line of a stack trace: `    at f (file:1:2)`. */
export const STACK_TRACE: RegExp = /^\s+at .*[:(]/m;
