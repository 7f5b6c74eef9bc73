import type { Command } from 'commander';
import type { Precision } from '@spmv/core';
import { PRECISION_NAMES, PRECISIONS, suggestNames } from '@spmv/core';
import type { Points } from '@spmv/engine';
import { DEFAULT_SEED } from '@spmv/engine/basics';
import { usageError } from '../../cli-error.ts';
import type { MemoryLimit } from '../../host/memory-limit.ts';
import { memoryLimit } from '../../host/memory-limit.ts';
import { pair } from '../../matrices/generator-spec.ts';
import type { ProblemFlags } from './problem.ts';
import { problemOf, withProblem } from './problem.ts';
import { collectList, collectRaw, parseBytes, parseInteger } from './values.ts';
import type { CommandSelection } from '../../session/selection.ts';

/** Options that say what is computed, and on what. */
export interface ComputedFlags extends ProblemFlags {
  readonly operation?: string | undefined;
  readonly transpose?: boolean | undefined;
  readonly option?: readonly string[] | undefined;
}

/** Options of commands that run combinations, as commander hands them over. */
export interface SelectionFlags extends ComputedFlags {
  readonly stored?: readonly string[];
  readonly backend?: readonly string[];
  readonly device?: readonly string[];
  readonly deviceMemory?: readonly string[];
  readonly format?: readonly string[] | undefined;
  readonly kernel?: readonly string[] | undefined;
  readonly precision?: readonly string[];
  readonly param?: readonly string[];
  readonly allParams?: boolean;
  readonly seed: number;
  readonly maxBytes?: number;
  readonly strict?: boolean;
}

export function withComputed(command: Command): Command {
  const computing = command
    .option('--operation <id>', 'what to compute, as spmv operations lists it; default spmv, y = alpha·A·x + beta·y')
    .option('--transpose', 'use the transposed matrix; the same as --option transpose=true')
    .option('--option <name=value>', 'another variant of the operation (repeatable)', collectRaw);
  return withProblem(computing);
}

/** The flags that choose combinations, with their defaults. */
export function withSelection(command: Command): Command {
  return withComputed(command)
    .option('-b, --backend <ids>', 'only these backends (repeatable, or with commas)', collectList)
    .option(
      '--device <backend=name>',
      'device of a backend, as spmv backends lists them (repeatable; with one backend the name is enough)',
      collectRaw,
    )
    .option(
      '--device-memory <backend=size>',
      'most memory to take of the device of a backend: cuda=8GiB; a matrix beyond it is copied from the host in each product (repeatable)',
      collectRaw,
    )
    .option('-f, --format <ids>', 'only these formats', collectList)
    .option('-k, --kernel <ids>', 'only these kernels', collectList)
    .option('-p, --precision <names>', 'only these precisions: f64, f32, …', collectList)
    .option(
      '--stored <names>',
      'precision of the stored values of the matrix, where it differs from that of x and y: f32 with f64',
      collectList,
    )
    .option(
      '--param <name=v1,v2>',
      'try these values of a parameter of a format, kernel or backend (repeatable)',
      collectRaw,
    )
    .option('--all-params', 'try every value of every parameter')
    .option('--seed <n>', 'seed of random operands, which lie in [0.1, 3)', parseInteger, DEFAULT_SEED)
    .option('--strict', 'a backend or plugin that is unavailable counts as a failure')
    .option(
      '--max-bytes <size>',
      'most memory for a stored matrix with the copies of backends; default 2 GiB, or a quarter of the memory free to this process if that is less',
      parseBytes,
    );
}

export function precisionsNamed(names: readonly string[]): readonly Precision[] {
  return names.map((name) => {
    if (Object.hasOwn(PRECISIONS, name)) return name as Precision;
    throw usageError(`There is no precision '${name}'.`, suggestNames(name, PRECISION_NAMES));
  });
}

/**
 * `--device` as backend → device: `webgpu=software`, or only the name where one backend alone is asked for; `otherwise`: how that is. Errors: usage.
 */
export function devicesOf(
  texts: readonly string[] | undefined,
  backends: readonly string[] | undefined,
  otherwise = ', or name one backend with --backend',
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    (texts ?? []).map((text): readonly [string, string] => {
      if (text.includes('=')) return pair(text);
      const [only] = backends ?? [];
      if (only !== undefined && backends?.length === 1) return [only, text];
      throw usageError(
        `It is not clear which backend has device '${text}'.`,
        `Write --device BACKEND=${text}${otherwise}.`,
      );
    }),
  );
}

/** `--device-memory` as backend → bytes. Errors: usage. */
function memoryOf(texts: readonly string[], backends: readonly string[] | undefined): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(devicesOf(texts, backends)).map(([id, size]) => [id, Math.floor(parseBytes(size))]),
  );
}

/** The variant of the operation that flags stand for; its values as written, to be read on the operation's axes. */
function optionsOf({ option = [], transpose = false }: SelectionFlags): Readonly<Record<string, string>> {
  return { ...Object.fromEntries(option.map(pair)), ...(transpose ? { transpose: 'true' } : {}) };
}

/** The selection that flags stand for. Errors: usage. */
export function selectionOf(flags: SelectionFlags, points: Points = 'default'): CommandSelection {
  const params = (flags.param ?? []).map((text): [string, readonly string[]] => {
    const [name, values] = pair(text);
    return [name, values.split(',')];
  });
  const options = optionsOf(flags);
  return {
    ...(flags.operation === undefined ? {} : { operation: flags.operation }),
    ...(Object.keys(options).length === 0 ? {} : { optionTexts: options }),
    ...problemOf(flags),
    ...(flags.stored ? { stored: precisionsNamed(flags.stored) } : {}),
    ...(flags.backend ? { backends: flags.backend } : {}),
    ...(flags.device ? { devices: devicesOf(flags.device, flags.backend) } : {}),
    ...(flags.deviceMemory ? { memoryBytes: memoryOf(flags.deviceMemory, flags.backend) } : {}),
    ...(flags.format ? { formats: flags.format } : {}),
    ...(flags.kernel ? { kernels: flags.kernel } : {}),
    ...(flags.precision ? { precisions: precisionsNamed(flags.precision) } : {}),
    params: Object.fromEntries(params),
    points: flags.allParams ? 'all' : points,
  };
}

/** 2 GiB or a quarter of the memory this process may still take, whichever is smaller. */
export function defaultMaxBytes(memory: MemoryLimit = memoryLimit()): number {
  return Math.min(2 ** 31, Math.floor(memory.free / 4));
}
