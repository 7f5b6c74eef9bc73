import type { Plugin, Registry } from '@spmv/core';
import { createRegistry, SpmvError } from '@spmv/core';
import type { Problem } from '../cli-error.ts';
import { problemOf } from '../cli-error.ts';
import type { Candidate } from './candidate.ts';
import { promised } from './candidate.ts';
import { coreWarnings } from './core-copies.ts';
import type { DiscoveryOptions } from './find-candidates.ts';
import { findCandidates } from './find-candidates.ts';
import { loadPlugin } from './load-plugin.ts';

/** A plugin that runs, with the package it came from. */
export interface LoadedPlugin {
  readonly candidate: Candidate;
  readonly plugin: Plugin;
}

/** A plugin that cannot be used, and why. */
export interface UnusablePlugin {
  readonly candidate: Candidate;
  readonly problem: Problem;
}

/** Everything in reach. Nothing of it has run until `load`. */
export interface Installation {
  readonly candidates: readonly Candidate[];
  /** Two copies of core and the like: worth telling, not fatal. */
  readonly warnings: readonly string[];
  /** Runs the entry of every candidate that `wanted` accepts. */
  load(wanted?: (candidate: Candidate) => boolean): Promise<LoadedInstallation>;
}

export interface LoadedInstallation {
  readonly registry: Registry;
  readonly plugins: readonly LoadedPlugin[];
  readonly unusable: readonly UnusablePlugin[];
  /** The candidate that brought an id. */
  sourceOf(kind: 'format' | 'kernel' | 'backend', id: string): Candidate | undefined;
}

/** What plugins bring of one kind and id that an earlier one brought as another object. */
function conflict(plugin: Plugin, earlier: readonly LoadedPlugin[]): SpmvError | undefined {
  for (const kind of ['formats', 'kernels', 'backends'] as const) {
    for (const item of plugin[kind] ?? []) {
      const owner = earlier.find((other) => (other.plugin[kind] ?? []).some((theirs) => theirs.id === item.id && theirs !== item));
      if (!owner) continue;
      const [mine, theirs] = [`${plugin.name}@${plugin.version}`, `${owner.plugin.name}@${owner.plugin.version} (in ${owner.candidate.folder ?? 'the configuration'})`];
      return new SpmvError('PLUGIN.DUPLICATE_ID', `It brings ${kind.slice(0, -1)} '${item.id}', which ${theirs} brings already; ${mine} is left out.`, {
        fix: 'Remove one of the two, or align their versions if they are copies of one package.',
        details: { id: item.id, plugins: [plugin.name, owner.plugin.name] },
      });
    }
  }
  return undefined;
}

async function loadAll(candidates: readonly Candidate[]): Promise<LoadedInstallation> {
  const plugins: LoadedPlugin[] = [];
  const unusable: UnusablePlugin[] = [];
  for (const candidate of candidates) {
    if (candidate.problem) {
      unusable.push({ candidate, problem: candidate.problem });
      continue;
    }
    try {
      const plugin = await loadPlugin(candidate);
      const clash = conflict(plugin, plugins);
      if (clash) throw clash;
      plugins.push({ candidate, plugin });
    } catch (error) {
      unusable.push({ candidate, problem: problemOf(error) });
    }
  }
  const registry = createRegistry(plugins.map(({ plugin }) => plugin));
  return {
    registry,
    plugins,
    unusable,
    sourceOf: (kind, id) =>
      plugins.find(({ plugin }) => (plugin[`${kind}s`] ?? []).some((item: { readonly id: string }) => item.id === id))?.candidate,
  };
}

/** Finds the plugins in reach; see {@link findCandidates}. */
export async function discover(options: DiscoveryOptions): Promise<Installation> {
  const candidates = await findCandidates(options);
  return {
    candidates,
    warnings: coreWarnings(candidates, options.own),
    load: (wanted = () => true) => loadAll(candidates.filter(wanted)),
  };
}

/** Accepts candidates that bring, or may bring, something of one of these kinds. */
export function bringing(...kinds: readonly ('formats' | 'kernels' | 'backends')[]): (candidate: Candidate) => boolean {
  return (candidate) => kinds.some((kind) => {
    const ids = promised(candidate, kind);
    return ids === undefined || ids.length > 0;
  });
}
