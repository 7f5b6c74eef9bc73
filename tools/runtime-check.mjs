// Runs what is published (every package's dist and the built command) on the Node that runs this file: users have older ones,
// the workspace tests its sources on a newer one. Plain JavaScript for that reason.
// Usage: node tools/runtime-check.mjs
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('..', import.meta.url));
const packages = readdirSync(join(root, 'packages')).filter((name) =>
  existsSync(join(root, 'packages', name, 'package.json')),
);
const cli = join(root, 'packages', 'cli', 'dist', 'main.js');

/** Built modules that `exports` of a manifest names. */
function builtModules(exportsField) {
  return Object.values(exportsField)
    .map((target) => (typeof target === 'string' ? target : target.default))
    .filter((target) => typeof target === 'string' && /\.m?js$/u.test(target) && !target.includes('*'));
}

async function importPackage(name) {
  const folder = join(root, 'packages', name);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  for (const module of builtModules(manifest.exports)) {
    const loaded = await import(pathToFileURL(join(folder, module)).href);
    assert.ok(Object.keys(loaded).length > 0, `${manifest.name} ${module} exports nothing`);
    // CommonJS projects use the packages, too: no module of one may await at its top level.
    assert.deepEqual(
      Object.keys(require(join(folder, module)))
        .filter((key) => key !== '__esModule')
        .sort(),
      Object.keys(loaded).sort(),
      `${manifest.name} ${module} by require`,
    );
  }
}

async function spmv(...args) {
  const { stdout } = await promisify(execFile)(process.execPath, [cli, ...args], { maxBuffer: 2 ** 26 });
  return stdout;
}

/** A product of a native kernel as built here. */
async function nativeProduct(backendName) {
  const built = (name) => import(pathToFileURL(join(root, 'packages', name, 'dist', 'index.js')).href);
  const [core, formats, native, backendModule] = await Promise.all(
    ['core', 'formats', 'kernels-native', `backend-${backendName}`].map(built),
  );
  const entries = { rowIndex: [0, 0, 1], colIndex: [0, 2, 1], values: [1, 2, 3] };
  const matrix = core.buildMatrix(formats.csr, core.cooFromEntries({ rows: 2, cols: 3 }, entries));
  const backend = await core.openBackend(backendModule[backendName]);
  try {
    const kernel = core.createRegistry([native.plugin]).kernel('native/csr');
    const operator = await backend.prepare({ operation: core.spmv, matrix, kernel });
    const [x, y] = [await backend.vector(new Float64Array([1, 10, 100])), await backend.vector(2)];
    operator.apply(x, y);
    assert.deepEqual([...(await y.read())], [201, 30]);
  } catch (error) {
    // What was not built here is told, and is no failure of the Node.
    if (error.code !== 'BACKEND.UNAVAILABLE') throw error;
    process.stdout.write(`        ${error.message}\n`);
  } finally {
    await backend.dispose();
  }
}

const checks = [
  ...packages.map((name) => [`import and require @spmv/${name}`, () => importPackage(name)]),
  ...['serial', 'threads'].map((name) => [`native kernels on ${name}`, () => nativeProduct(name)]),
  ['spmv --version', async () => assert.match(await spmv('--version'), /\d+\.\d+\.\d+/u)],
  [
    'spmv backends --json',
    async () => {
      const rows = JSON.parse(await spmv('backends', '--json'));
      assert.ok(
        rows.some((row) => row.id === 'serial' && row.status === 'available'),
        'serial is not available',
      );
    },
  ],
  [
    'spmv multiply cage4',
    async () => {
      const numbers = (await spmv('multiply', 'cage4', '--quiet'))
        .split('\n')
        .filter((line) => /^\s*[-+\d.]/u.test(line));
      assert.ok(numbers.length >= 9, `${numbers.length} numbers instead of 9`);
    },
  ],
];

let failed = 0;
for (const [name, check] of checks) {
  const begin = performance.now();
  try {
    await check();
    process.stdout.write(`ok      ${name} (${(performance.now() - begin).toFixed(0)} ms)\n`);
  } catch (error) {
    failed++;
    process.stdout.write(`FAILED  ${name}: ${error.message.trim().split('\n').slice(0, 8).join('\n        ')}\n`);
  }
}
process.stdout.write(`Node ${process.versions.node}: ${checks.length - failed} of ${checks.length} checks passed.\n`);
process.exitCode = failed === 0 ? 0 : 1;
