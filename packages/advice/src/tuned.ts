import type { Params } from '@spmv/core';
import type { Json } from './recorded.ts';
import { isObject } from './recorded.ts';

/** The best point of a kernel for one matrix, as `spmv tune` found it. */
export interface TunedPoint {
  readonly backend: string;
  readonly kernel: string;
  readonly format: string;
  readonly precision: string;
  readonly formatParams: Params;
  readonly kernelParams: Params;
  readonly launchParams: Params;
  readonly medianMs: number;
}

/** Where and with what something was measured. */
export interface Provenance {
  /** Name of the processor; absent where nobody knows. */
  readonly cpu?: string | undefined;
  /** Versions of packages by name. */
  readonly versions: Readonly<Record<string, string>>;
}

function pointOf(best: Json, hash: string, operation: string): TunedPoint | undefined {
  const { problem, backend, kernel, format, precision, medianMs, formatParams, kernelParams, launchParams } = best;
  if (!isObject(problem) || problem['hash'] !== hash || best['operation'] !== operation || best['stored'] !== undefined)
    return undefined;
  if (typeof backend !== 'string' || typeof kernel !== 'string' || typeof format !== 'string') return undefined;
  if (typeof precision !== 'string' || typeof medianMs !== 'number') return undefined;
  if (!isObject(formatParams) || !isObject(kernelParams) || !isObject(launchParams)) return undefined;
  return {
    backend,
    kernel,
    format,
    precision,
    formatParams: formatParams as Params,
    kernelParams: kernelParams as Params,
    launchParams: launchParams as Params,
    medianMs,
  };
}

/** What a document of `spmv tune` (`spmv.tune/1`) holds for a matrix, the fastest first; nothing where it is none. `hash` is that of the matrix, as documents say it. */
export function tunedPoints(document: unknown, hash: string, operation = 'spmv'): readonly TunedPoint[] {
  if (!isObject(document) || document['schema'] !== 'spmv.tune/1' || !Array.isArray(document['results'])) return [];
  return document['results']
    .flatMap((row: unknown) => {
      const best = isObject(row) ? row['best'] : undefined;
      const point = isObject(best) ? pointOf(best, hash, operation) : undefined;
      return point ? [point] : [];
    })
    .sort((a, b) => a.medianMs - b.medianMs);
}

/** Why a document of `spmv tune` may not hold here, in words: another processor, other versions. Documents from before they said versions are taken for those of another one. */
export function outdated(document: unknown, here: Provenance): readonly string[] {
  const { host, versions } = isObject(document) ? document : {};
  const found = isObject(host) ? host['cpu'] : undefined;
  const cpu = typeof found === 'string' ? found : 'an unknown processor';
  const words: string[] = [];
  if (here.cpu !== undefined && cpu !== here.cpu) words.push(`it was measured on ${cpu}, and this is ${here.cpu}`);
  if (!isObject(versions)) return [...words, 'it does not say which versions it was measured with'];
  for (const [name, version] of Object.entries(here.versions)) {
    const then = versions[name];
    if (typeof then === 'string' && then !== version) words.push(`${name} was ${then}, and is ${version}`);
  }
  return words;
}
