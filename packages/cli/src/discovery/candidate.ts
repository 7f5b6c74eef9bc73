import type { Plugin, PluginManifest } from '@spmv/core';
import { providesOf } from '@spmv/core';
import type { ReportedError } from '@spmv/engine/basics';

/** What plugins bring. */
export const KINDS = [
  'operations',
  'formats',
  'kernels',
  'matrixOperations',
  'matrixKernels',
  'backends',
  'files',
] as const;
export type Kind = (typeof KINDS)[number];

/** Where a plugin was named: by `--plugin`, in `spmv.config.*`, in the project's package.json, or in that of this command. */
export type Origin = 'flag' | 'config' | 'project' | 'cli';

/** A package that says it is a plugin, before any of its code ran. */
export interface PluginCandidate {
  readonly name: string;
  /** That of its package.json; a plugin given as a value or a file has none. */
  readonly version: string | null;
  readonly origin: Origin;
  /** Real path of the package; absent for a plugin given as a value, or not found. */
  readonly folder?: string;
  /** File to import instead of the manifest's entry: a plugin given as a path to a module. */
  readonly file?: string;
  readonly manifest?: PluginManifest;
  /** A plugin a configuration module handed over. */
  readonly value?: Plugin;
  /** Why it cannot be used, known without running it. */
  readonly problem?: ReportedError;
  /** The interface version that its manifest is written for, where that is not this one. */
  readonly written?: number;
}

/** What names a candidate from one process to the next. */
export function keyOf({ file, folder, name }: PluginCandidate): string {
  return file ?? folder ?? name;
}

/** Ids a candidate says it brings, or the sizes of its operations; `undefined` when only running it can tell. */
export function promised(candidate: PluginCandidate, kind: Kind | 'sizes'): readonly string[] | undefined {
  if (candidate.value) return providesOf(candidate.value)[kind] ?? [];
  return candidate.manifest ? (candidate.manifest.provides[kind] ?? []) : undefined;
}
