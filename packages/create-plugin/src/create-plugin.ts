import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TemplateManifest } from './manifest.ts';
import { manifestOf, usesWebgpu } from './manifest.ts';
import type { Names, Template } from './names.ts';
import { namesOf, renamed, TEMPLATES } from './names.ts';

/** What to make. */
export interface CreateOptions {
  /** Where; must not exist or be empty. */
  readonly folder: string;
  /** Id of the format or backend: `vendor/name`, lower-case words. */
  readonly id: string;
  readonly kind: Template['kind'];
  /** Name of the npm package. Default `@vendor/spmv-name`, of a backend `@vendor/spmv-backend-name`. */
  readonly package?: string;
  /** Folder of packed `@spmv` packages to install instead of the published ones. */
  readonly from?: string;
}

// From src and from dist alike.
const BUILT = fileURLToPath(new URL('../dist/', import.meta.url));

function readJson(path: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, unknown>>;
}

/** `file:` ranges of the packed packages in a folder, by the names their files begin with. */
function packedIn(folder: string | undefined): Readonly<Record<string, string>> {
  if (folder === undefined) return {};
  const names = readdirSync(folder).flatMap((file) => {
    const [, name] = /^spmv-([a-z0-9-]+?)-\d+\.\d+\.\d+.*\.tgz$/.exec(file) ?? [];
    return name === undefined ? [] : [[`@spmv/${name}`, `file:${resolve(folder, file)}`] as const];
  });
  return Object.fromEntries(names);
}

/** The files of a template with their texts, names replaced in both. */
function templateFiles(template: Template, names: Names): ReadonlyMap<string, string> {
  const root = join(BUILT, 'templates', template.kind);
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(files.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const name = join(dirname(relative(root, path)), entry.name.replace(template.name, names.name));
    return [name, renamed(readFileSync(path, 'utf8'), template, names)];
  }));
}

/**
 * Makes the sources of a plugin that compiles, passes the conformance kit and can be published. Writes only into `folder`, installs
 * nothing. Returns the name of the package. Throws a plain `Error` that says what is wrong with the options.
 */
export function createPlugin(options: CreateOptions): string {
  const template = TEMPLATES[options.kind];
  const names = namesOf(options.id, template, options.package);
  if (names === undefined) throw new Error(`'${options.id}' is no id: it needs a vendor and a name in lower case, such as acme/dia`);
  if (existsSync(options.folder) && readdirSync(options.folder).length > 0) throw new Error(`${options.folder} is not empty`);
  const files = new Map(templateFiles(template, names));
  const manifest = JSON.parse(files.get('package.template.json') as string) as TemplateManifest;
  files.delete('package.template.json');
  const versions = readJson(join(BUILT, 'versions.json')) as Readonly<Record<string, string>>;
  const compilerOptions = {
    ...readJson(join(BUILT, 'compiler-options.json')), rootDir: 'src', outDir: 'dist', tsBuildInfoFile: 'dist/.tsbuildinfo', types: ['node'],
  };
  files.set('package.json', `${JSON.stringify(manifestOf(manifest, { versions, packed: packedIn(options.from) }), null, 2)}\n`);
  files.set('tsconfig.json', `${JSON.stringify({ compilerOptions, include: ['src'] }, null, 2)}\n`);
  files.set('vitest.config.ts', "import { defineConfig } from 'vitest/config';\n\nexport default defineConfig({ test: { pool: 'forks', testTimeout: 60_000, include: ['test/**/*.test.ts'] } });\n");
  // Its script only picks a binary; without this line pnpm refuses the whole installation.
  if (usesWebgpu(manifest)) files.set('pnpm-workspace.yaml', 'allowBuilds:\n  webgpu: false\n');
  files.set('.gitignore', 'node_modules/\ndist/\n*.tgz\n');
  for (const [name, text] of files) {
    const path = join(options.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return names.package;
}
