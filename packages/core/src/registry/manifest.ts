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
    readonly backends?: readonly string[];
    readonly files?: readonly string[];
    /** Sizes of the operations' own, as `operation:size`: the command makes flags of them. Absent: it makes none. */
    readonly sizes?: readonly string[];
  };
}

/** The sizes of a plugin's operations, as its manifest names them. */
export function sizeIds({ operations = [] }: Pick<Plugin, 'operations'>): readonly string[] {
  return operations.flatMap(({ id, sizes }) => Object.keys(sizes).map((name) => `${id}:${name}`));
}
