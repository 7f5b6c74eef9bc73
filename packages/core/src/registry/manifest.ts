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
  };
}
