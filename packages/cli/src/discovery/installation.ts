import type { Plugin, Registry } from '@spmv/core';
import { createRegistry, spmv, SpmvError } from '@spmv/core';
import type { ReportedError } from '@spmv/engine/basics';
import { CliError, problemOf } from '../cli-error.ts';
import { EXIT } from '../exit-codes.ts';
import type { PluginCandidate, Kind } from './candidate.ts';
import { KINDS, promised } from './candidate.ts';
import { coreWarnings } from './core-copies.ts';
import type { DiscoveryOptions } from './find-candidates.ts';
import { findCandidates } from './find-candidates.ts';
import { loadPlugin } from './load-plugin.ts';

/** A plugin that runs, with the package it came from. */
export interface LoadedPlugin {
  readonly candidate: PluginCandidate;
  readonly plugin: Plugin;
}

/** `name@version`. */
export function labelOf({ plugin, candidate: { version } }: LoadedPlugin): string {
  return version === null ? plugin.name : `${plugin.name}@${version}`;
}

/** A plugin that cannot be used, and why. */
export interface UnusablePlugin {
  readonly candidate: PluginCandidate;
  readonly problem: ReportedError;
}

/** Everything in reach. Nothing of it has run until `load`. */
export interface Installation {
  readonly candidates: readonly PluginCandidate[];
  /** Two copies of core and the like: worth telling, not fatal. */
  readonly warnings: readonly string[];
  /**
   * Runs the entry of every candidate that `wanted` accepts, once; and of those that come before it with an id of its.
   * Errors: for one named by `--plugin` that does not load, usage where there is none, else unavailable; `reports`: it is among the unusable.
   */
  load(
    wanted?: (candidate: PluginCandidate) => boolean,
    options?: { readonly reports?: boolean },
  ): Promise<LoadedInstallation>;
}

export interface LoadedInstallation {
  readonly registry: Registry;
  readonly plugins: readonly LoadedPlugin[];
  readonly unusable: readonly UnusablePlugin[];
  /** For what is run of these plugins later. */
  readonly link: DiscoveryOptions['link'];
  /** The candidate that brought an id. */
  sourceOf(kind: 'operation' | 'format' | 'kernel' | 'backend' | 'file', id: string): PluginCandidate | undefined;
}

/** What a plugin brings of one kind and id that an earlier one brought as another object. */
function conflict(mine: LoadedPlugin, earlier: readonly LoadedPlugin[]): SpmvError | undefined {
  const { plugin } = mine;
  for (const kind of KINDS) {
    for (const item of plugin[kind] ?? []) {
      const owner = earlier.find((other) =>
        (other.plugin[kind] ?? []).some((theirs) => theirs.id === item.id && theirs !== item),
      );
      if (!owner) continue;
      const { folder, origin } = owner.candidate;
      const place = folder ?? (origin === 'config' ? 'the configuration' : 'this command');
      const theirs = `${labelOf(owner)} (in ${place})`;
      return new SpmvError(
        'PLUGIN.DUPLICATE_ID',
        `It brings ${kind.slice(0, -1)} '${item.id}', which ${theirs} already brings. ${labelOf(mine)} is left out.`,
        {
          fix: 'Remove one of the two, or align their versions if they are copies of one package.',
          details: { id: item.id, plugins: [plugin.name, owner.plugin.name] },
        },
      );
    }
  }
  return undefined;
}

/** Core as the first of all plugins: nobody replaces what it brings. */
function coreAsPlugin(): LoadedPlugin {
  const plugin = createRegistry([]).owner('operation', spmv.id);
  return { plugin, candidate: { name: plugin.name, version: null, origin: 'cli' } };
}

type Loaded = { readonly plugin: Plugin } | { readonly problem: ReportedError };

async function attempt(candidate: PluginCandidate, link: DiscoveryOptions['link']): Promise<Loaded> {
  if (candidate.problem) return { problem: candidate.problem };
  try {
    return { plugin: await loadPlugin(candidate, link) };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

function notLoaded({ name }: PluginCandidate, { code, reason, fix }: ReportedError): CliError {
  return new CliError(
    code === 'PLUGIN.NOT_FOUND' ? EXIT.usage : EXIT.unavailable,
    `--plugin ${name} does not load: ${reason}${code === null ? '' : ` [${code}]`}`,
    fix,
  );
}

function assemble(
  candidates: readonly PluginCandidate[],
  loaded: ReadonlyMap<PluginCandidate, Loaded>,
  link: DiscoveryOptions['link'],
): LoadedInstallation {
  const plugins: LoadedPlugin[] = [];
  const core = coreAsPlugin();
  const unusable: UnusablePlugin[] = [];
  for (const candidate of candidates) {
    const found = loaded.get(candidate);
    if (!found) continue;
    const problem =
      'problem' in found ? found.problem : conflict({ candidate, plugin: found.plugin }, [core, ...plugins]);
    if (problem) unusable.push({ candidate, problem: 'reason' in problem ? problem : problemOf(problem) });
    else if ('plugin' in found) plugins.push({ candidate, plugin: found.plugin });
  }
  return {
    registry: createRegistry(plugins.map(({ plugin }) => plugin)),
    plugins,
    unusable,
    link,
    sourceOf: (kind, id) =>
      plugins.find(({ plugin }) => (plugin[`${kind}s`] ?? []).some((item: { readonly id: string }) => item.id === id))
        ?.candidate,
  };
}

/** Those accepted, and everything before them that promises the same ids: it takes precedence, which shows only when it is there. */
function withRivals(
  candidates: readonly PluginCandidate[],
  wanted: (candidate: PluginCandidate) => boolean,
): readonly PluginCandidate[] {
  const ids = ({ candidate, kind }: { readonly candidate: PluginCandidate; readonly kind: Kind }): readonly string[] =>
    promised(candidate, kind) ?? [];
  const chosen = candidates.filter(wanted);
  return candidates.filter(
    (candidate, place) =>
      chosen.includes(candidate) ||
      chosen.some(
        (one) =>
          candidates.indexOf(one) > place &&
          KINDS.some((kind) => ids({ candidate, kind }).some((id) => ids({ candidate: one, kind }).includes(id))),
      ),
  );
}

/** Finds the plugins in reach; see {@link findCandidates}. */
export async function discover(options: DiscoveryOptions): Promise<Installation> {
  const candidates = await findCandidates(options);
  const loaded = new Map<PluginCandidate, Loaded>();
  return {
    candidates,
    warnings: coreWarnings(candidates, options.own),
    async load(wanted = () => true, { reports = false } = {}) {
      const chosen = withRivals(candidates, wanted);
      for (const candidate of chosen) {
        const found = loaded.get(candidate) ?? (await attempt(candidate, options.link));
        loaded.set(candidate, found);
        if ('problem' in found && candidate.origin === 'flag' && !reports) throw notLoaded(candidate, found.problem);
      }
      return assemble(chosen, loaded, options.link);
    },
  };
}
