import type { Plugin } from './plugin.ts';

/**
 * The field `"spmv"` of a plugin's package.json: what discovery reads without running anything.
 * `provides` is checked against the plugin when it is loaded; a difference is `PLUGIN.MANIFEST_MISMATCH`.
 */
export interface PluginManifest {
  readonly apiVersion: number;
  /** File inside the package whose default export is the {@link Plugin}. */
  readonly entry: string;
  readonly provides: {
    readonly operations?: readonly string[];
    readonly formats?: readonly string[];
    readonly kernels?: readonly string[];
    readonly matrixOperations?: readonly string[];
    readonly matrixKernels?: readonly string[];
    readonly backends?: readonly string[];
    readonly files?: readonly string[];
    /** Sizes of the operations' own, as `operation:size`: the command makes flags of them. Absent: it makes none. */
    readonly sizes?: readonly string[];
  };
}

/** What a plugin brings, as its manifest has to say it. */
export function providesOf(plugin: Omit<Plugin, 'name' | 'apiVersion'>): PluginManifest['provides'] {
  const { operations = [], formats = [], kernels = [], backends = [], files = [] } = plugin;
  const { matrixOperations = [], matrixKernels = [] } = plugin;
  const items = Object.entries({ operations, formats, kernels, matrixOperations, matrixKernels, backends, files });
  const ids = items.map(([kind, list]) => [kind, (list as readonly { readonly id: string }[]).map(({ id }) => id)]);
  const sizes = operations.flatMap(({ id, sizes: own }) => Object.keys(own).map((name) => `${id}:${name}`));
  return Object.fromEntries(
    [...ids, ['sizes', sizes]].filter(([, list]) => list && list.length > 0),
  ) as PluginManifest['provides'];
}
