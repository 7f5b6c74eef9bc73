import type { Plugin } from '@spmv/core';
import type { ConformanceCase } from '../case/conformance-case.ts';
import { ensure } from '../case/conformance-error.ts';
import { defineCase } from '../case/define-case.ts';
import type { PluginCasesOptions } from '../plugin/plugin-cases.ts';
import { pluginCases } from '../plugin/plugin-cases.ts';
import { packageCases } from './package-cases.ts';
import { entryUrl, readPackage } from './package-folder.ts';

const NAME = 'Plugin and package have one name';

/** What the cases of a package need besides it. */
export interface PluginPackageOptions extends Omit<PluginCasesOptions, 'manifest'> {
  /** How long a process that imports the plugin or opens its backend may take to end. Default 60,000 ms. */
  readonly limitMs?: number;
}

/**
 * All cases of the plugin that the package in `folder` brings: those of the package itself, then those of {@link pluginCases} with
 * the manifest of its package.json. Imports the entry; where that fails the cases of the package say how. Throws where there is no
 * package.json to read.
 */
export async function pluginPackageCases(
  folder: string,
  options: PluginPackageOptions = {},
): Promise<readonly ConformanceCase[]> {
  const where = readPackage(folder);
  const plugin = await importPlugin(entryUrl(where));
  const manifest = where.json.spmv;
  if (!plugin) return packageCases(where, [], options.limitMs);
  return [
    ...packageCases(
      where,
      (plugin.backends ?? []).map(({ id }) => id),
      options.limitMs,
    ),
    defineCase({
      id: `${plugin.name}/package/name`,
      run(recorder) {
        ensure(plugin.name === where.json.name, NAME, `the plugin says ${plugin.name}, the package ${where.json.name}`);
        recorder.compare();
      },
    }),
    ...pluginCases(plugin, { ...options, ...(manifest === undefined ? {} : { manifest }) }),
  ];
}

/** The default export of an entry, or `undefined` where importing fails or exports no plugin: the package's cases tell. */
async function importPlugin(url: string | undefined): Promise<Plugin | undefined> {
  if (url === undefined) return undefined;
  try {
    const { default: plugin } = (await import(/* @vite-ignore */ url)) as { readonly default?: unknown };
    return typeof plugin === 'object' && plugin !== null && typeof (plugin as Plugin).name === 'string'
      ? (plugin as Plugin)
      : undefined;
  } catch {
    return undefined;
  }
}
