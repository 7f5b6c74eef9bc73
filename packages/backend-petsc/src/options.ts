import { availableParallelism, cpus } from 'node:os';
import process from 'node:process';
import type { OpenOptions } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import { givenBounds } from './rows-of-ranks.ts';

/** What {@link petscBackend} and `open` can be told. What neither says is taken from the environment. */
export interface PetscOptions {
  /** Processes of MPI, 1 … 1024. Default: `SPMV_PETSC_RANKS`, or one for each processor of this machine. */
  readonly ranks?: number;
  /**
   * The rows that each rank has, of matrices with as many: numbers from 0 to their rows, or a file of `spmv reorder --bounds`; others are refused. Default: `SPMV_PETSC_BOUNDS`, or as many entries and rows to each.
   * Without `ranks` they say how many there are.
   */
  readonly bounds?: ArrayLike<number> | string;
  /** File of hosts for mpiexec; the first has to be this machine. Default: `SPMV_PETSC_HOSTFILE`. */
  readonly hostfile?: string;
  /** Folder that holds PETSc, Open MPI and what was compiled for them, for machines without a compiler. Default: `SPMV_PETSC_PREFIX`, or what is installed. */
  readonly prefix?: string;
  /** Lets mpiexec run as root. Default: whether `SPMV_PETSC_ALLOW_ROOT` is 1. */
  readonly allowRoot?: boolean;
  /** Lets mpiexec start more ranks than it counts cores. Default: whether `SPMV_PETSC_OVERSUBSCRIBE` is 1. */
  readonly oversubscribe?: boolean;
  /** What a rank keeps to; default `none`. */
  readonly bind?: 'none' | 'core';
  /** Folder in whose private folder the shared memory lies. Default: `SPMV_PETSC_FOLDER`, or `/dev/shm`. */
  readonly folder?: string;
  /** `messages`: only rank 0 maps what Node sees, as it is where ranks are on other hosts. Default: shared memory where all ranks can map it. */
  readonly memory?: 'shared' | 'messages';
  /** How long Node and ranks look for what is next before they sleep; at most 100, and as long as it pays, while one of them has to wait for a core. Default 1000. */
  readonly spinMicroseconds?: number;
  /**
   * Gives operators a clock: `operator.time` then says what products take in a loop of the ranks over `MatMult`, by rank 0, with no ring between them, and so does `spmv bench` beside what the host sees.
   * Default: whether `SPMV_PETSC_CLOCK` is 1.
   */
  readonly clock?: boolean;
  /** Most seconds to wait for what ranks run to be compiled, which goes on by itself. Default 50. */
  readonly compileSeconds?: number;
  /** Most seconds until all ranks are there. Default 60. */
  readonly startSeconds?: number;
  /** Most seconds that a product or a step of preparing may take; 0, the default: any. */
  readonly productSeconds?: number;
  /** After so many seconds without a sign of life a rank counts as lost. Default 3. */
  readonly silenceSeconds?: number;
}

/** Everything decided. */
export interface PetscSettings extends Required<Omit<PetscOptions, 'bounds' | 'hostfile' | 'prefix'>> {
  readonly bounds: Int32Array | undefined;
  readonly hostfile: string | undefined;
  readonly prefix: string | undefined;
  /** Whether more processes compute than there are cores: they give the core away while they wait. */
  readonly yields: boolean;
}

function invalid(name: string, value: unknown, wanted: string): SpmvError {
  return new SpmvError('BACKEND.UNAVAILABLE', `Backend 'petsc' cannot be opened with ${name} = ${String(value)}.`, {
    fix: `Give ${wanted}.`,
    details: { name, value },
  });
}

function wholeNumber(name: string, value: unknown, least: number, most: number): number {
  const number = typeof value === 'string' && /^\d+$/u.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most) return number;
  throw invalid(name, value, `an integer from ${least} to ${most}`);
}

function seconds(name: string, value: unknown, least: number): number {
  if (typeof value === 'number' && Number.isFinite(value) && value >= least && value <= 1e6) return value;
  throw invalid(name, value, `seconds from ${least} to 1000000`);
}

function flag(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw invalid(name, value, 'true or false');
}

function oneOf<T extends string>(name: string, value: unknown, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === value);
  if (found !== undefined) return found;
  throw invalid(name, value, `one of ${allowed.join(', ')}`);
}

function boundsOption(value: unknown): Int32Array | undefined {
  if (value === undefined) return undefined;
  const isList = typeof value === 'object' && value !== null && 'length' in value;
  if (typeof value !== 'string' && !isList) throw invalid('bounds', value, 'numbers, or the path of a file');
  return givenBounds(value as ArrayLike<number> | string);
}

/** Ranks that a device of `spmv backends` means: `4`, `4 ranks`. */
function ranksOfDevice(device: string | undefined): string | undefined {
  if (device === undefined) return undefined;
  const [, count] = /^(\d+)(?: ranks?\b.*)?$/u.exec(device) ?? [];
  if (count !== undefined) return count;
  throw new SpmvError('BACKEND.UNAVAILABLE', `Backend 'petsc' has no device '${device}'.`, {
    fix: 'Its devices are numbers of ranks: --device petsc=2.',
    details: { device },
  });
}

const KNOWN = [
  'ranks',
  'bounds',
  'hostfile',
  'prefix',
  'allowRoot',
  'oversubscribe',
  'bind',
  'folder',
  'memory',
  'spinMicroseconds',
  'clock',
  'compileSeconds',
  'startSeconds',
  'productSeconds',
  'silenceSeconds',
] as const satisfies readonly (keyof PetscOptions)[];

/** What to open: options of `open` before those of the backend, then the environment. Errors: `BACKEND.UNAVAILABLE`. */
export function settingsOf(own: PetscOptions, { device, options = {} }: OpenOptions = {}): PetscSettings {
  const { env } = process;
  const unknown = Object.keys(options).find((name) => !(KNOWN as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw invalid(`option ${unknown}`, options[unknown], `one of the options ${KNOWN.join(', ')}`);
  const given: Readonly<Record<string, unknown>> = { ...own, ...options };
  const or = (name: keyof PetscOptions, fallback: unknown): unknown => given[name] ?? fallback;
  const set = (name: string): string | undefined => env[name] || undefined;
  const bounds = boundsOption(or('bounds', set('SPMV_PETSC_BOUNDS')));
  const parts = bounds === undefined ? undefined : bounds.length - 1;
  const ranks = ranksOfDevice(device) ?? or('ranks', set('SPMV_PETSC_RANKS') ?? parts ?? availableParallelism());
  const hostfile = or('hostfile', set('SPMV_PETSC_HOSTFILE'));
  const prefix = or('prefix', set('SPMV_PETSC_PREFIX'));
  const folder = or('folder', set('SPMV_PETSC_FOLDER') ?? '/dev/shm');
  if (hostfile !== undefined && typeof hostfile !== 'string') throw invalid('hostfile', hostfile, 'a path');
  if (prefix !== undefined && typeof prefix !== 'string') throw invalid('prefix', prefix, 'a path');
  if (typeof folder !== 'string' || !folder.startsWith('/') || folder.length > 60)
    throw invalid('folder', folder, 'an absolute path of at most 60 characters');
  const count = wholeNumber('ranks', ranks, 1, 1024);
  if (parts !== undefined && parts !== count)
    throw invalid('ranks', count, `as many ranks as there are parts: ${parts}`);
  return {
    ranks: count,
    bounds,
    hostfile,
    prefix,
    allowRoot: flag('allowRoot', or('allowRoot', env['SPMV_PETSC_ALLOW_ROOT'] === '1')),
    oversubscribe: flag('oversubscribe', or('oversubscribe', env['SPMV_PETSC_OVERSUBSCRIBE'] === '1')),
    bind: oneOf('bind', or('bind', 'none'), ['none', 'core']),
    folder,
    memory: oneOf('memory', or('memory', 'shared'), ['shared', 'messages']),
    spinMicroseconds: wholeNumber('spinMicroseconds', or('spinMicroseconds', 1000), 0, 1_000_000),
    clock: flag('clock', or('clock', env['SPMV_PETSC_CLOCK'] === '1')),
    compileSeconds: seconds('compileSeconds', or('compileSeconds', 50), 0.001),
    startSeconds: seconds('startSeconds', or('startSeconds', 60), 1),
    productSeconds: seconds('productSeconds', or('productSeconds', 0), 0),
    silenceSeconds: seconds('silenceSeconds', or('silenceSeconds', 3), 0.5),
    // Node waits beside the ranks.
    yields: hostfile === undefined && count + 1 > cpus().length,
  };
}
