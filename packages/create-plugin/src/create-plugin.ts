import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TemplateManifest } from './manifest.ts';
import { manifestOf, usesWebgpu } from './manifest.ts';
import type { Names, Template } from './names.ts';
import { namesOf, renamed, TEMPLATES } from './names.ts';
import type { PackedPackage } from './packed-packages.ts';
import { packedPackages } from './packed-packages.ts';

/** What to make. */
export interface CreateOptions {
  /** Where; must not exist or be empty. */
  readonly folder: string;
  /** Id of the format, kernel, operation, backend or type of files: `vendor/name`, lower-case words. */
  readonly id: string;
  readonly kind: Template['kind'];
  /** Name of the npm package. Default `@vendor/spmv-name`, of a backend `@vendor/spmv-backend-name`. */
  readonly package?: string;
  /** Packed packages to install instead of the published ones: `.tgz` files and folders of such files. */
  readonly from?: readonly string[];
}

// From src and from dist alike.
const BUILT = fileURLToPath(new URL('../dist/', import.meta.url));

function readJson(path: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, unknown>>;
}

/** The files of a template with their texts, names replaced in both. */
function templateFiles(template: Template, names: Names): ReadonlyMap<string, string> {
  const root = join(BUILT, 'templates', template.kind);
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const name = join(dirname(relative(root, path)), entry.name.replace(template.name, names.name));
      return [name, renamed(readFileSync(path, 'utf8'), template, names)];
    }),
  );
}

/** What pnpm must be told outside package.json; empty where that is nothing. */
function pnpmSettings(webgpu: boolean, packed: ReadonlyMap<string, PackedPackage>): string {
  return [
    // Its script only picks a binary; without this line pnpm refuses the whole installation.
    ...(webgpu ? ['allowBuilds:', '  webgpu: false'] : []),
    ...(packed.size > 0
      ? [
          'overrides:',
          ...[...packed.values()].map(({ name, range }) => `  ${JSON.stringify(name)}: ${JSON.stringify(range)}`),
        ]
      : []),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

/** The MIT licence, which the package.json names, in the name of the plugin's author. `npm pack` adds it; without a licence nobody else may use the package. */
function licence(name: string): string {
  const ours = readFileSync(join(BUILT, 'mit.txt'), 'utf8');
  return ours.replace(/^Copyright .*$/m, `Copyright (c) ${new Date().getFullYear()} the authors of ${name}`);
}

/**
 * Makes the sources of a plugin that compiles, passes the conformance kit and can be published. Writes only into `folder`, installs
 * nothing. Returns the name of the package. Throws a plain `Error` that says what is wrong with the options.
 */
export function createPlugin(options: CreateOptions): string {
  const template = TEMPLATES[options.kind];
  const names = namesOf(options.id, template, options.package);
  if (names === undefined)
    throw new Error(`'${options.id}' is not an id: it needs a vendor and a name in lower case, such as acme/dia`);
  if (existsSync(options.folder) && readdirSync(options.folder).length > 0)
    throw new Error(`${options.folder} is not empty`);
  const files = new Map(templateFiles(template, names));
  const manifest = JSON.parse(files.get('package.template.json') as string) as TemplateManifest;
  files.delete('package.template.json');
  const packed = packedPackages(options.from ?? []);
  const versions = readJson(join(BUILT, 'versions.json')) as Readonly<Record<string, string>>;
  const compilerOptions = {
    ...readJson(join(BUILT, 'compiler-options.json')),
    rootDir: 'src',
    outDir: 'dist',
    tsBuildInfoFile: 'dist/.tsbuildinfo',
    types: ['node'],
  };
  files.set('package.json', `${JSON.stringify(manifestOf(manifest, { versions, packed }), null, 2)}\n`);
  files.set('tsconfig.json', `${JSON.stringify({ compilerOptions, include: ['src'] }, null, 2)}\n`);
  const forPnpm = pnpmSettings(usesWebgpu(manifest), packed);
  if (forPnpm !== '') files.set('pnpm-workspace.yaml', forPnpm);
  // Its compiler looks for packages in no other place.
  files.set('.yarnrc.yml', 'nodeLinker: node-modules\n');
  files.set('LICENSE', licence(names.package));
  files.set('.gitignore', 'node_modules/\ndist/\n*.tgz\nconformance.json\n');
  for (const [name, text] of files) {
    const path = join(options.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return names.package;
}
