import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from '@spmv/core';
import { isSpmvError } from '@spmv/core';
import { usageError } from '../cli-error.ts';
import type { Link } from '../process/link.ts';
import { importModule } from './import-module.ts';
import { withTimeout, PLUGIN_TIMEOUT_MS } from './with-timeout.ts';

/** What `spmv.config.json`, `.mjs`, `.js` or `.ts` may say. */
export interface SpmvConfig {
  /** Package names, paths relative to the file, or plugins themselves (modules only). */
  readonly plugins: readonly (string | Plugin)[];
}

const NAMES = ['spmv.config.json', 'spmv.config.mjs', 'spmv.config.js', 'spmv.config.ts'] as const;

async function load(path: string): Promise<unknown> {
  if (path.endsWith('.json')) return JSON.parse(readFileSync(path, 'utf8')) as unknown;
  return (await importModule(path)).default;
}

/** The configuration in `folder`, if there is one, and of `kinds` that may be read. Errors end the command: somebody wrote this file for it. */
export async function readConfig(
  folder: string,
  link: Pick<Link, 'guard' | 'excluded'>,
  kinds: 'data' | 'all' = 'all',
): Promise<{ readonly path: string; readonly config: SpmvConfig } | undefined> {
  const path = NAMES.map((name) => join(folder, name)).find(existsSync);
  if (path === undefined) return undefined;
  if (kinds === 'data' && !(path.endsWith('.json') && statSync(path).isFile())) return undefined;
  const excluded = link.excluded.find(({ plugin }) => plugin === path);
  if (excluded) throw usageError(excluded.reason, excluded.fix);
  let value: unknown;
  try {
    value = await withTimeout(
      link,
      {
        words: `Reading ${path}`,
        limitMs: PLUGIN_TIMEOUT_MS,
        plugin: path,
        leaveOut: { code: 'PLUGIN.IMPORT_FAILED', fix: 'Correct it or remove it.' },
      },
      () => load(path),
    );
  } catch (cause) {
    const fix = isSpmvError(cause) ? cause.fix : 'Correct it or remove it.';
    throw usageError(`${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, fix);
  }
  const plugins = (value as { readonly plugins?: unknown } | null | undefined)?.plugins ?? [];
  const unknown = Object.keys(value ?? {}).find((key) => key !== 'plugins' && key !== '$schema');
  if (unknown !== undefined && typeof value === 'object')
    throw usageError(
      `${path} has '${unknown}', which means nothing there.`,
      'Write { "plugins": ["package-name", "./path"] }.',
    );
  if (
    typeof value !== 'object' ||
    value === null ||
    !Array.isArray(plugins) ||
    !plugins.every((p) => typeof p === 'string' || (typeof p === 'object' && p !== null))
  ) {
    throw usageError(
      `${path} does not hold an object with an array "plugins".`,
      'Write { "plugins": ["package-name", "./path"] }.',
    );
  }
  return { path, config: { plugins: plugins as readonly (string | Plugin)[] } };
}
