// Makes a format or backend plugin of its own anywhere, from the templates in examples/: it compiles, passes the conformance kit, and packs.
// Usage: node tools/new-plugin.mjs FOLDER --id VENDOR/NAME [--package NAME] [--kind format|backend] [--from FOLDER]
//   --id       id of the format or backend, lower-case words: acme/dia
//   --package  npm name; default @VENDOR/spmv-NAME or @VENDOR/spmv-backend-NAME
//   --from     folder of packed @spmv packages (node tools/pack.ts FOLDER) to install instead of the published ones
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TEMPLATES = {
  format: { folder: 'plugin-template', name: 'dia', package: '@acme/spmv-dia' },
  backend: { folder: 'backend-template', name: 'plain', package: '@acme/spmv-backend-plain' },
};
/** Files that in this repository lean on it, and are written anew outside. */
const OWN = new Set(['package.json', 'tsconfig.json', 'tsconfig.test.json', 'vitest.config.ts', 'node_modules', 'dist']);

function fail(message) {
  process.stderr.write(`${message}\nusage: node tools/new-plugin.mjs FOLDER --id VENDOR/NAME [--package NAME] [--kind format|backend] [--from FOLDER]\n`);
  process.exit(2);
}

function read(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

const camel = (name) => name.replace(/[-.](\w)/g, (_, letter) => letter.toUpperCase());
const pascal = (name) => camel(name).replace(/^\w/, (letter) => letter.toUpperCase());

/** A text of the template with its vendor, name and package replaced. */
function renamed(text, template, names) {
  const { name } = template;
  return text
    .replaceAll(template.package, '\0')
    .replaceAll('acme', names.vendor)
    .replace(new RegExp(`(?<=[/-])${name}\\b|\\b${name}(?=[-.](?:wgsl|ts|js|vector)\\b)`, 'g'), '\x01')
    .replace(new RegExp(`\\b${name}\\b`, 'g'), camel(names.name))
    .replace(new RegExp(`${pascal(name)}(?=[A-Z]|\\b)`, 'g'), pascal(names.name))
    .replaceAll('\x01', names.name)
    .replaceAll('\0', names.package);
}

function copy(from, to, template, names) {
  for (const entry of readdirSync(from)) {
    if (OWN.has(entry)) continue;
    const source = join(from, entry);
    const target = join(to, entry.replace(template.name, names.name));
    if (statSync(source).isDirectory()) copy(source, target, template, names);
    else {
      mkdirSync(to, { recursive: true });
      writeFileSync(target, renamed(readFileSync(source, 'utf8'), template, names));
    }
  }
}

/** Range of each workspace package, or the packed file. */
function rangeOf(name, packed) {
  const folder = join(ROOT, 'packages', name.replace('@spmv/', ''));
  if (packed === undefined) return `^${read(join(folder, 'package.json')).version}`;
  const file = readdirSync(packed).find((tarball) => tarball.startsWith(`${name.replace('@', '').replace('/', '-')}-`) && /-\d+\.\d+\.\d+[^-]*\.tgz$/.test(tarball));
  if (file === undefined) fail(`${packed} has no packed ${name}`);
  return `file:${join(packed, file)}`;
}

/** Everything an `@spmv` package needs, so that packed ones find one another. */
function closure(names) {
  const found = new Set(names);
  for (const name of found) {
    const { dependencies = {} } = read(join(ROOT, 'packages', name.replace('@spmv/', ''), 'package.json'));
    for (const dependency of Object.keys(dependencies)) if (dependency.startsWith('@spmv/')) found.add(dependency);
  }
  return [...found];
}

function manifestOf(template, names, packed) {
  const manifest = JSON.parse(renamed(readFileSync(join(ROOT, 'examples', template.folder, 'package.json'), 'utf8'), template, names));
  const root = read(join(ROOT, 'package.json')).devDependencies;
  delete manifest.private;
  delete manifest.exports['.']['@spmv/source'];
  manifest.publishConfig = { access: 'public' };
  manifest.scripts = { build: 'tsc -b', prepack: 'tsc -b', test: 'vitest run', conform: 'spmv conform .' };
  for (const field of ['dependencies', 'devDependencies']) {
    manifest[field] = Object.fromEntries(Object.keys(manifest[field]).map((name) => [name, rangeOf(name, packed)]));
  }
  Object.assign(manifest.devDependencies, { '@spmv/cli': rangeOf('@spmv/cli', packed), '@types/node': root['@types/node'], typescript: root.typescript, vitest: root.vitest });
  if ('@spmv/backend-webgpu' in manifest.devDependencies) manifest.devDependencies.webgpu = root.webgpu;
  if (packed !== undefined) {
    const all = closure([...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies)].filter((name) => name.startsWith('@spmv/')));
    manifest.overrides = Object.fromEntries(all.map((name) => [name, rangeOf(name, packed)]));
  }
  manifest.devDependencies = Object.fromEntries(Object.entries(manifest.devDependencies).sort(([a], [b]) => (a < b ? -1 : 1)));
  return manifest;
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { id: { type: 'string' }, package: { type: 'string' }, kind: { type: 'string', default: 'format' }, from: { type: 'string' } },
});
const template = TEMPLATES[options.kind];
const [target] = positionals;
const [, vendor, name] = /^([a-z0-9-]+)\/([a-z][a-z0-9-]*)$/.exec(options.id ?? '') ?? [];
if (target === undefined || template === undefined || name === undefined) fail('a folder, an id such as acme/dia, and a kind are needed');
if (existsSync(target) && readdirSync(target).length > 0) fail(`${target} is not empty`);
const names = { vendor, name, package: options.package ?? `@${vendor}/${template.package.slice('@acme/'.length).replace(template.name, name)}` };
const packed = options.from === undefined ? undefined : resolve(options.from);

copy(join(ROOT, 'examples', template.folder), target, template, names);
const write = (file, content) => writeFileSync(join(target, file), typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
const base = read(join(ROOT, 'tsconfig.base.json')).compilerOptions;
delete base.customConditions;
write('package.json', manifestOf(template, names, packed));
write('tsconfig.json', {
  compilerOptions: { ...base, rootDir: 'src', outDir: 'dist', tsBuildInfoFile: 'dist/.tsbuildinfo', types: ['node'] },
  include: ['src'],
});
write('vitest.config.ts', `import { defineConfig } from 'vitest/config';\n\nexport default defineConfig({ test: { pool: 'forks', testTimeout: 60_000, include: ['test/**/*.test.ts'] } });\n`);
write('.gitignore', 'node_modules/\ndist/\n*.tgz\n');
write('LICENSE', readFileSync(join(ROOT, 'LICENSE'), 'utf8'));
process.stdout.write(`${relative(process.cwd(), resolve(target)) || dirname(target)} holds ${names.package}. Next, there: npm install && npm run build && npm test && npm pack\n`);
