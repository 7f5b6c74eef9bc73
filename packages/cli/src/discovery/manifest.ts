import type { PluginManifest } from '@spmv/core';
import { API_VERSION } from '@spmv/core';
import type { ReportedError } from '@spmv/engine/basics';
import { KINDS } from './candidate.ts';

export type ManifestReading =
  | { readonly manifest: PluginManifest }
  | { readonly problem: ReportedError; readonly written?: number };

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function invalid(reason: string): ManifestReading {
  return {
    problem: {
      code: 'PLUGIN.INVALID',
      reason: `The field "spmv" of its package.json ${reason}.`,
      fix: 'Tell its author: the plugin guide shows the manifest.',
    },
  };
}

/** Checks the field `"spmv"` of a package.json. Runs nothing. */
export function readManifest(field: unknown): ManifestReading {
  if (typeof field !== 'object' || field === null) return invalid('is not an object');
  const { apiVersion, entry, provides = {} } = field as { apiVersion?: unknown; entry?: unknown; provides?: unknown };
  if (typeof apiVersion !== 'number') return invalid('has no number "apiVersion"');
  if (typeof entry !== 'string') return invalid('has no "entry" naming a file of the package');
  if (typeof provides !== 'object' || provides === null) return invalid('has a "provides" that is not an object');
  for (const kind of [...KINDS, 'sizes']) {
    const ids = (provides as Record<string, unknown>)[kind];
    if (ids !== undefined && !isStrings(ids))
      return invalid(`lists "provides.${kind}" as something other than an array of ids`);
  }
  if (apiVersion !== API_VERSION) {
    const newer = apiVersion > API_VERSION;
    return {
      written: apiVersion,
      problem: {
        code: 'PLUGIN.API_VERSION',
        reason: `It is written for interface version ${apiVersion}, but this spmv has version ${API_VERSION}.`,
        fix: newer
          ? 'Update spmv, or install an older version of the plugin.'
          : 'Update the plugin. Its author finds what to change with "spmv conform".',
      },
    };
  }
  return { manifest: { apiVersion, entry, provides } };
}
