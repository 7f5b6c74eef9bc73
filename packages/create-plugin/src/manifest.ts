import { closure, type PackedPackage } from './packed-packages.ts';

/** The package.json of a template, as far as this package reads it. */
export interface TemplateManifest {
  readonly private?: boolean;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** What a new plugin installs. */
export interface InstallRanges {
  /** Range of each package. */
  readonly versions: Readonly<Record<string, string>>;
  /** Packed packages to install instead of the published ones, by name. */
  readonly packed: ReadonlyMap<string, PackedPackage>;
}

const EXPORTS = { '.': { types: './dist/index.d.ts', default: './dist/index.js' }, './package.json': './package.json' };

function sorted(entries: Iterable<readonly [string, string]>): Readonly<Record<string, string>> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether its tests want the package `webgpu`, which brings Dawn to Node. */
export function usesWebgpu(template: TemplateManifest): boolean {
  return '@spmv/backend-webgpu' in template.devDependencies;
}

/**
 * The package.json of a plugin of its own, from that of the template with its names replaced.
 *
 * Packed packages are dependencies for development only, so that the plugin can be published as it is. All that they need of one another is
 * listed, too: npm then takes these and asks no registry, without `overrides`, which would refuse a packed package that is installed
 * later. yarn looks up what a dependency needs, and reads `resolutions`; pnpm has settings of its own.
 */
export function manifestOf(
  template: TemplateManifest,
  { versions, packed }: InstallRanges,
): Readonly<Record<string, unknown>> {
  const { private: _, scripts, ...kept } = template;
  const tools = ['@spmv/cli', '@types/node', 'typescript', ...(usesWebgpu(template) ? ['webgpu'] : [])];
  const ranges = (names: readonly string[]): readonly (readonly [string, string])[] =>
    names.map((name) => [name, versions[name] ?? '*']);
  const needed = Object.keys(template.dependencies);
  const development = [...Object.keys(template.devDependencies), ...tools];
  const own = closure([...needed, ...development], packed).map(({ name, range }) => [name, range] as const);
  return {
    ...kept,
    exports: EXPORTS,
    publishConfig: { access: 'public' },
    // Programs read what `npm pack --json` writes.
    scripts: {
      build: scripts['build'],
      prepack: `${scripts['build']} && spmv conform . --tier full 1>&2`,
      test: scripts['test'],
    },
    dependencies: sorted(ranges(needed)),
    // Where both name a package npm installs the one for development: the other range is for those who install the plugin.
    devDependencies: sorted([...ranges(development), ...own]),
    ...(packed.size > 0
      ? { resolutions: sorted([...packed.values()].map(({ name, range }) => [name, range] as const)) }
      : {}),
  };
}
