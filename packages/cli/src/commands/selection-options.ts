import type { Precision } from '@spmv/core';
import { PRECISIONS, suggestNames } from '@spmv/core';
import { usageError } from '../cli-error.ts';
import type { Points, Selection } from '../engine/selection.ts';
import type { MemoryLimit } from '../host/memory-limit.ts';
import { memoryLimit } from '../host/memory-limit.ts';
import { pair } from '../matrices/generator-spec.ts';

/** Options of commands that run combinations, as commander hands them over. */
export interface SelectionFlags {
  readonly backend?: readonly string[];
  readonly device?: readonly string[];
  readonly format?: readonly string[];
  readonly kernel?: readonly string[];
  readonly precision?: readonly string[];
  readonly param?: readonly string[];
  readonly allParams?: boolean;
  readonly seed: number;
  readonly maxBytes?: number;
  readonly strict?: boolean;
}

function precisions(names: readonly string[]): readonly Precision[] {
  return names.map((name) => {
    if (Object.hasOwn(PRECISIONS, name)) return name as Precision;
    throw usageError(`There is no precision '${name}'.`, suggestNames(name, Object.keys(PRECISIONS)));
  });
}

/**
 * `--device` as backend → device: `webgpu=software`, or only the name where one backend alone is asked for. Errors: usage.
 */
export function devicesOf(
  texts: readonly string[] | undefined,
  backends: readonly string[] | undefined,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    (texts ?? []).map((text): readonly [string, string] => {
      if (text.includes('=')) return pair(text);
      const [only] = backends ?? [];
      if (only !== undefined && backends?.length === 1) return [only, text];
      throw usageError(
        `Which backend's device is '${text}'?`,
        `Write --device BACKEND=${text}, or name one backend with --backend.`,
      );
    }),
  );
}

/** The selection that flags stand for. Errors: usage. */
export function selectionOf(flags: SelectionFlags, points: Points = 'default'): Selection {
  const params = (flags.param ?? []).map((text): [string, readonly string[]] => {
    const [name, values] = pair(text);
    return [name, values.split(',')];
  });
  return {
    ...(flags.backend ? { backends: flags.backend } : {}),
    ...(flags.device ? { devices: devicesOf(flags.device, flags.backend) } : {}),
    ...(flags.format ? { formats: flags.format } : {}),
    ...(flags.kernel ? { kernels: flags.kernel } : {}),
    ...(flags.precision ? { precisions: precisions(flags.precision) } : {}),
    params: Object.fromEntries(params),
    points: flags.allParams ? 'all' : points,
  };
}

/** 2 GiB or a quarter of the memory this process may still take, whichever is smaller. */
export function defaultMaxBytes(memory: MemoryLimit = memoryLimit()): number {
  return Math.min(2 ** 31, Math.floor(memory.free / 4));
}

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  k: 1e3,
  m: 1e6,
  g: 1e9,
  ki: 2 ** 10,
  mi: 2 ** 20,
  gi: 2 ** 30,
};

/** `500M`, `2GiB`, `1e9` as a number of bytes. */
export function parseBytes(text: string): number {
  const match = /^([0-9.]+(?:e[0-9]+)?)\s*(|k|m|g|ki|mi|gi)b?$/i.exec(text);
  const value = Number(match?.[1]) * (UNITS[match?.[2]?.toLowerCase() ?? ''] ?? Number.NaN);
  if (!(value > 0 && Number.isFinite(value)))
    throw usageError(`'${text}' is not a number of bytes.`, 'Write for example 500M or 2GiB.');
  return value;
}

/** A finite number. */
export function parseNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value))
    throw usageError(`'${text}' is not a number.`, 'Give a finite number.');
  return value;
}

/** A number above 0. */
export function parsePositive(text: string): number {
  const value = parseNumber(text);
  if (value <= 0) throw usageError(`'${text}' is not above 0.`, 'Give a number above 0.');
  return value;
}

/** A non-negative integer. */
export function parseInteger(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(value) || value < 0)
    throw usageError(`'${text}' is not a non-negative integer.`, 'Give an integer, 0 or larger.');
  return value;
}

/** `a,b` and repeated flags as one list. */
export function collectList(text: string, earlier: readonly string[] | undefined): readonly string[] {
  return [...(earlier ?? []), ...text.split(',').filter((part) => part !== '')];
}

/** Repeated flags as a list, commas kept. */
export function collectRaw(text: string, earlier: readonly string[] | undefined): readonly string[] {
  return [...(earlier ?? []), text];
}
