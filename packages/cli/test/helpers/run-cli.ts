import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface CliRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd?: string;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Sends SIGINT once standard error or output matches. */
  readonly interruptAfter?: RegExp;
  /** Runs it under `ulimit -v`, where there is one. */
  readonly addressKb?: number;
}

export const ROOT: string = fileURLToPath(new URL('../../../..', import.meta.url));
const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** An empty folder of this test. */
export function temporaryFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'spmv-cli-')));
}

/** Runs the command from source, as a process of its own. */
export function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliRun> {
  return new Promise((resolve, reject) => {
    const { FORCE_COLOR: _, NODE_OPTIONS: __, SPMV_DEBUG: ___, ...inherited } = process.env;
    const line = [process.execPath, '--conditions=@spmv/source', MAIN, ...args];
    const limited = options.addressKb === undefined || process.platform !== 'linux' ? line : ['sh', '-c', `ulimit -v ${options.addressKb} && exec "$0" "$@"`, ...line];
    const child = spawn(limited[0] as string, limited.slice(1), {
      cwd: options.cwd ?? ROOT,
      env: { ...inherited, NO_COLOR: '1', NODE_COMPILE_CACHE: join(tmpdir(), 'spmv-cli-compile-cache'), ...options.env },
    });
    let stdout = '';
    let stderr = '';
    let interrupted = false;
    const look = (): void => {
      if (interrupted || !options.interruptAfter?.test(stdout + stderr)) return;
      interrupted = true;
      child.kill('SIGINT');
    };
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      look();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
      look();
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
    child.stdin.end(options.stdin ?? '');
  });
}

/** A line of a stack trace: `    at f (file:1:2)`. */
export const STACK_TRACE: RegExp = /^\s+at .*[:(]/m;
