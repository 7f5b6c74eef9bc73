import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin, PluginManifest } from '@spmv/core';
import { definePlugin, isSpmvError, providesOf, SpmvError } from '@spmv/core';
import type { Link } from '../process/link.ts';
import type { PluginCandidate } from './candidate.ts';
import { keyOf, KINDS } from './candidate.ts';
import { importModule } from './import-module.ts';
import { withTimeout, PLUGIN_TIMEOUT_MS } from './with-timeout.ts';

/**
 * The file to import. When this command itself runs from source, so do the packages of its workspace: their built entry
 * would bring a second copy of core.
 */
function entryFile(folder: string, entry: string): string {
  const built = join(folder, entry);
  if (!import.meta.url.endsWith('.ts')) return built;
  const source = join(folder, entry.replace(/^(\.\/)?dist\//, 'src/').replace(/\.js$/, '.ts'));
  return !folder.includes('node_modules') && existsSync(source) ? source : built;
}

function difference(manifest: PluginManifest, plugin: Plugin): string | undefined {
  const provides = providesOf(plugin);
  for (const kind of [...KINDS, 'sizes'] as const) {
    const brought = provides[kind] ?? [];
    // Sizes need not be named.
    const promised = manifest.provides[kind] ?? (kind === 'sizes' ? brought : []);
    const missing = promised.filter((id) => !brought.includes(id));
    const extra = brought.filter((id) => !promised.includes(id));
    if (missing.length > 0) return `its manifest promises ${kind} that it does not bring: ${missing.join(', ')}`;
    if (extra.length > 0) return `it brings ${kind} that its manifest does not name: ${extra.join(', ')}`;
  }
  return undefined;
}

function failure(candidate: PluginCandidate, path: string, cause: unknown): SpmvError {
  const words = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
  const missing = (cause as { readonly code?: unknown } | null)?.code === 'ERR_MODULE_NOT_FOUND';
  return new SpmvError('PLUGIN.IMPORT_FAILED', `Importing ${relative(process.cwd(), path) || path} failed: ${words}`, {
    fix: missing
      ? `Install ${candidate.name} again, or build it if it is your own.`
      : `Update ${candidate.name}, or tell its author.`,
    details: { plugin: candidate.name },
    cause,
  });
}

/**
 * Runs a candidate's entry module and checks what it exports.
 *
 * Errors: `PLUGIN.IMPORT_FAILED`, `PLUGIN.INVALID`, `PLUGIN.API_VERSION`, `PLUGIN.MANIFEST_MISMATCH`.
 */
export async function loadPlugin(candidate: PluginCandidate, link: Pick<Link, 'guard'>): Promise<Plugin> {
  if (candidate.value) return definePlugin(candidate.value);
  const path = candidate.file ?? entryFile(candidate.folder ?? '', candidate.manifest?.entry ?? '');
  if (!existsSync(path)) {
    throw new SpmvError('PLUGIN.IMPORT_FAILED', `Its entry ${relative(process.cwd(), path) || path} does not exist.`, {
      fix: `Install ${candidate.name} again, or build it if it is your own.`,
      details: { plugin: candidate.name },
    });
  }
  let module: { readonly default?: unknown };
  try {
    module = await withTimeout(
      link,
      {
        words: `Importing ${relative(process.cwd(), path) || path}`,
        limitMs: PLUGIN_TIMEOUT_MS,
        plugin: keyOf(candidate),
        leaveOut: {
          code: 'PLUGIN.IMPORT_FAILED',
          fix: `Tell the author of ${candidate.name}: importing a plugin must do nothing; its backends start devices in probe and open.`,
        },
      },
      () => importModule(path),
    );
  } catch (cause) {
    throw isSpmvError(cause) ? cause : failure(candidate, path, cause);
  }
  const plugin = definePlugin(module.default as Plugin);
  const differing = candidate.manifest && difference(candidate.manifest, plugin);
  if (differing !== undefined) {
    throw new SpmvError('PLUGIN.MANIFEST_MISMATCH', `The package ${candidate.name} contradicts itself: ${differing}.`, {
      fix: `Tell its author: its package.json has to say "provides": ${JSON.stringify(providesOf(plugin))}.`,
      details: { plugin: candidate.name },
    });
  }
  return plugin;
}
