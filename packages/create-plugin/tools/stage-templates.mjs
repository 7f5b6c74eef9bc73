// Copies the templates of examples/ into dist/templates, and the versions that a new plugin depends on into dist/versions.json.
// Usage: node tools/stage-templates.mjs
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const ROOT = join(PACKAGE, '..', '..');
const TEMPLATES = { format: 'plugin-template', backend: 'backend-template' };
/** Leaning on this repository, so written anew for a plugin. */
const LEFT_OUT = new Set(['tsconfig.json', 'tsconfig.test.json', 'vitest.config.ts', 'node_modules', 'dist']);

const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const target = join(PACKAGE, 'dist', 'templates');
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const [kind, folder] of Object.entries(TEMPLATES)) {
  const source = join(ROOT, 'examples', folder);
  cpSync(source, join(target, kind), { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) });
  // npm leaves files of this name out of a package, or reads them as its own.
  cpSync(join(target, kind, 'package.json'), join(target, kind, 'package.template.json'));
  rmSync(join(target, kind, 'package.json'));
}
const workspace = Object.fromEntries(
  readdirSync(join(ROOT, 'packages'), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => read(join(ROOT, 'packages', name, 'package.json'))).map(({ name, version }) => [name, `^${version}`]),
);
const { devDependencies } = read(join(ROOT, 'package.json'));
const tools = Object.fromEntries(['@types/node', 'typescript', 'vitest', 'webgpu'].map((name) => [name, devDependencies[name]]));
const { customConditions: _, ...compilerOptions } = read(join(ROOT, 'tsconfig.base.json')).compilerOptions;
writeFileSync(join(PACKAGE, 'dist', 'versions.json'), `${JSON.stringify({ ...workspace, ...tools }, null, 2)}\n`);
writeFileSync(join(PACKAGE, 'dist', 'compiler-options.json'), `${JSON.stringify(compilerOptions, null, 2)}\n`);
