// Copies the templates of examples/ into dist/templates, and the versions that a new plugin depends on into dist/versions.json.
// Writes only what changed: somebody may be packing the package. Usage: node tools/stage-templates.ts
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const ROOT = join(PACKAGE, '..', '..');
const TEMPLATES = {
  format: 'plugin-template',
  kernel: 'kernel-template',
  operation: 'operation-template',
  backend: 'backend-template',
  file: 'file-template',
};
/** Leaning on this repository, so written anew for a plugin. */
const LEFT_OUT = new Set(['tsconfig.json', 'tsconfig.test.json', 'vitest.config.ts', 'node_modules', 'dist']);

/** What of the manifests and configurations here is read. */
interface Configuration {
  readonly name: string;
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly compilerOptions: Readonly<Record<string, unknown>>;
}

const read = (path: string): Configuration => JSON.parse(readFileSync(path, 'utf8')) as Configuration;
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !LEFT_OUT.has(entry.name))
    .flatMap((entry) => (entry.isDirectory() ? filesOf(join(folder, entry.name)) : [join(folder, entry.name)]));
}

/** Text of every file to stage, by path below dist. */
function staged(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const [kind, example] of Object.entries(TEMPLATES)) {
    const source = join(ROOT, 'examples', example);
    for (const file of filesOf(source)) {
      // npm leaves files of this name out of a package, or reads them as its own.
      const name = relative(source, file) === 'package.json' ? 'package.template.json' : relative(source, file);
      files.set(join('templates', kind, name), readFileSync(file, 'utf8'));
    }
  }
  const packages = readdirSync(join(ROOT, 'packages'))
    .map((room) => join(ROOT, 'packages', room, 'package.json'))
    .filter((file) => existsSync(file))
    .map(read);
  const { devDependencies, engines } = read(join(ROOT, 'package.json'));
  const kernel = read(join(ROOT, 'examples', TEMPLATES.kernel, 'package.json'));
  // The types of the oldest Node that a plugin runs on, so that it uses nothing newer.
  const tools: readonly (readonly [string, string | undefined])[] = [
    ['@types/node', engines.node.split(' || ')[0]],
    ...['typescript', 'webgpu'].map((name) => [name, devDependencies[name]] as const),
    ['assemblyscript', kernel.devDependencies['assemblyscript']],
  ];
  const { customConditions: _, ...compilerOptions } = read(join(ROOT, 'tsconfig.base.json')).compilerOptions;
  files.set(
    'versions.json',
    json(Object.fromEntries([...packages.map(({ name, version }) => [name, `^${version}`]), ...tools])),
  );
  // Not called a licence: pnpm would take it for this package's own.
  files.set('mit.txt', readFileSync(join(ROOT, 'LICENSE'), 'utf8'));
  return files.set('compiler-options.json', json(compilerOptions));
}

const dist = join(PACKAGE, 'dist');
const files = staged();
for (const [name, text] of files) {
  const path = join(dist, name);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
for (const entry of readdirSync(join(dist, 'templates'), { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (entry.isFile() && !files.has(relative(dist, path))) rmSync(path);
}
