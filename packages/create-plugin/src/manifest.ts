/** The package.json of a template, as far as this package reads it. */
export interface TemplateManifest {
  readonly private?: boolean;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** What a new plugin installs. */
export interface Ranges {
  /** Range of each package. */
  readonly versions: Readonly<Record<string, string>>;
  /** Packed packages to install instead of the published ones, by name; all of them, so that they find one another. */
  readonly packed: Readonly<Record<string, string>>;
}

const EXPORTS = { '.': { types: './dist/index.d.ts', default: './dist/index.js' }, './package.json': './package.json' };

function sorted(record: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether its tests want the package `webgpu`, which brings Dawn to Node. */
export function usesWebgpu(template: TemplateManifest): boolean {
  return '@spmv/backend-webgpu' in template.devDependencies;
}

/** The package.json of a plugin of its own, from that of the template with its names replaced. */
export function manifestOf(template: TemplateManifest, { versions, packed }: Ranges): Readonly<Record<string, unknown>> {
  const { private: _, ...kept } = template;
  const rangesOf = (names: readonly string[], from: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
    sorted(Object.fromEntries(names.map((name) => [name, from[name] ?? versions[name] ?? '*'])));
  const needed = Object.keys(template.dependencies);
  const tools = ['@spmv/cli', '@types/node', 'typescript', 'vitest', ...(usesWebgpu(template) ? ['webgpu'] : [])];
  return {
    ...kept,
    exports: EXPORTS,
    publishConfig: { access: 'public' },
    scripts: { build: 'tsc -b', prepack: 'tsc -b', test: 'vitest run' },
    dependencies: rangesOf(needed, {}),
    // Where both name a package npm installs the one for development: the other range is for those who install the plugin.
    devDependencies: rangesOf([...needed.filter((name) => name in packed), ...Object.keys(template.devDependencies), ...tools], packed),
    ...(Object.keys(packed).length > 0 ? { overrides: sorted(packed) } : {}),
  };
}
