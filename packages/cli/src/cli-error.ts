import type { ReportedError } from '@spmv/engine/basics';
import { problemOf as wordsOf } from '@spmv/engine/basics';
import { isSpmvError } from '@spmv/core';
import type { ExitCode } from './exit-codes.ts';
import { EXIT } from './exit-codes.ts';

/** Something wrong with the command line or the files it names, as the user is told. */
export class CliError extends Error {
  readonly exitCode: ExitCode;
  /** What to do next, as one imperative sentence. */
  readonly fix: string;

  constructor(exitCode: ExitCode, message: string, fix: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'CliError';
    this.exitCode = exitCode;
    this.fix = fix;
  }
}

export function usageError(message: string, fix: string): CliError {
  return new CliError(EXIT.usage, message, fix);
}

export function inputError(message: string, fix: string, cause?: unknown): CliError {
  return new CliError(EXIT.badInput, message, fix, cause);
}

function systemCode(error: unknown): string | undefined {
  const code = (error as { readonly code?: unknown } | null)?.code;
  return typeof code === 'string' && /^E[A-Z]+$/.test(code) ? code : undefined;
}

const SYSTEM_WORDS: Readonly<Record<string, readonly [string, string]>> = {
  ENOENT: ['no such file', 'Check the name and the folder you are in.'],
  EACCES: ['permission denied', 'Check the permissions of the file and its folder.'],
  EISDIR: ['is a folder, not a file', 'Name a file inside it.'],
  ENOTDIR: ['a part of the path is not a folder', 'Check the name and the folder you are in.'],
  EROFS: ['the file system is read-only', 'Name a file elsewhere.'],
  EPERM: ['not permitted', 'Check the permissions of the file and its folder.'],
  ELOOP: ['its links lead in a circle', 'Name the file itself.'],
  ENAMETOOLONG: ['the name is too long', 'Choose a shorter one.'],
  ENOTSUP: ['the file system has no place for it', 'Name a file elsewhere.'],
  EIO: ['it cannot be read or written', 'Name another file.'],
  ENOSPC: ['no space left on the device', 'Free space or write elsewhere.'],
};

/** How libraries call what flags say: theirs is said to who calls them. */
const FLAGS: readonly (readonly [option: RegExp, flag: string])[] = [
  [/[\w.]+(?:: (?:'[^']*'|\w+))?, in the command (?=--)/g, ''],
  [/\bM: '([\w-]+)'/g, '--precond $1'],
  [/\bmethod: '?(\w+)'?/g, '--method $1'],
  [/\bprecision: '(\w+)'/g, '--precision $1'],
  [/\brtol\b:?/g, '--tol'],
  [/(?<!-)\b(maxiter|restart)\b/g, '--$1'],
  [/\bcompute in ([a-z]+\d+)(?:, or refine: f32 inside, f64 outside)?/gi, '--precision $1'],
  [/^--precision (?=[a-z]+\d)/, 'Give --precision '],
  [/, or give a preconditioner M of your own/, ''],
  [/(?<=--[^;.]*)'([\w-]+)'/g, '$1'],
  [/, or factor with a larger maxBytes/, ''],
  [/\bSolve again from x0: x\b/, 'Write x with --out x.mtx, and begin there with --x0 x.mtx'],
];

/** Advice of a library, with flags in place of options. */
export function inFlags(fix: string): string {
  return FLAGS.reduce((text, [option, flag]) => text.replace(option, flag), fix);
}

/** What any thrown value means to the user. */
export function problemOf(error: unknown): ReportedError {
  const system = isSpmvError(error) || error instanceof CliError ? undefined : systemCode(error);
  if (system !== undefined) {
    const path = (error as { readonly path?: unknown }).path;
    const [words, fix] = SYSTEM_WORDS[system] ?? [(error as Error).message, 'Check the file.'];
    return { code: null, reason: typeof path === 'string' ? `${path}: ${words}` : words, fix };
  }
  const problem = wordsOf(error, 'set SPMV_DEBUG=1 to see where, and report it.');
  return { ...problem, fix: inFlags(problem.fix) };
}

const BY_NAMESPACE: Readonly<Record<string, ExitCode>> = {
  MMIO: EXIT.badInput,
  FILE: EXIT.badInput,
  FORMAT: EXIT.failed,
  PARAM: EXIT.usage,
  KERNEL: EXIT.failed,
  OPERAND: EXIT.badInput,
  BACKEND: EXIT.failed,
  PLUGIN: EXIT.usage,
  LIFETIME: EXIT.failed,
  REPORT: EXIT.badInput,
  SOLVER: EXIT.usage,
};

/** The exit code an error that ends a command stands for. */
export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CliError) return error.exitCode;
  if (isSpmvError(error)) {
    if (error.code === 'BACKEND.UNAVAILABLE' || error.code === 'BACKEND.NOT_INSTALLED') return EXIT.unavailable;
    if (error.code === 'SOLVER.NOT_FINITE') return EXIT.badInput;
    // What was asked for, or is taken where nothing is, fits neither matrix nor backend.
    if (error.code === 'KERNEL.PRECISION_UNSUPPORTED' || error.code === 'KERNEL.NONE') return EXIT.usage;
    if (error.code === 'FORMAT.INDEX_RANGE' || error.code === 'FORMAT.SHAPE' || error.code === 'FORMAT.ARRAY_LENGTH')
      return EXIT.badInput;
    return BY_NAMESPACE[error.code.split('.')[0] ?? ''] ?? EXIT.failed;
  }
  const system = systemCode(error);
  // What cannot be written says so itself: these are of reading.
  return system !== undefined && Object.hasOwn(SYSTEM_WORDS, system) ? EXIT.badInput : EXIT.failed;
}
