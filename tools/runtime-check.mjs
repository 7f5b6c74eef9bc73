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
import { inflateRawSync } from 'node:zlib';

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
    const [x, y] = [backend.vector([1, 10, 100]), backend.vector(2)];
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

/** The checksum of a ZIP archive, without the platform's. */
function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** Members of an archive whose checksum is another than that of their bytes. Sizes are read from the directory at its end. */
function wrongMembers(archive) {
  const wrong = [];
  for (let at = archive.indexOf('PK\x01\x02'); at >= 0; at = archive.indexOf('PK\x01\x02', at + 4)) {
    const field = (offset) => archive.readUInt32LE(at + offset);
    const name = archive.toString('latin1', at + 46, at + 46 + archive.readUInt16LE(at + 28));
    const local = field(42);
    const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const stored = archive.subarray(begin, begin + field(20));
    if (crc32(archive.readUInt16LE(at + 10) === 0 ? stored : inflateRawSync(stored)) !== field(16)) wrong.push(name);
  }
  return wrong;
}

/** Every file type that is written, for matrices down to those without rows or entries, read back the same. */
async function exchangeFiles() {
  const built = (name) => import(pathToFileURL(join(root, 'packages', name, 'dist', 'index.js')).href);
  const [core, interchange] = await Promise.all(['core', 'interchange'].map(built));
  const types = interchange.plugin.files.filter(({ write }) => write);
  assert.ok(types.length >= 3, `${types.length} types that are written`);
  const matrices = [
    { shape: { rows: 3, cols: 2 }, at: [0, 1, 2, 0], values: Float64Array.of(1.5, -2) },
    ...[
      [3, 2],
      [0, 2],
      [2, 0],
      [0, 0],
    ].map(([rows, cols]) => ({
      shape: { rows, cols },
      at: [],
      values: new Float64Array(0),
    })),
  ];
  for (const { shape, at, values } of matrices) {
    const [rowIndex, colIndex] = [0, 1].map((part) => Int32Array.from(at.filter((_, k) => k % 2 === part)));
    const matrix = { shape, positions: { rowIndex, colIndex }, values, field: 'real', symmetry: 'general', about: '' };
    for (const compression of ['none', 'deflate']) {
      for (const { id, write, read } of types) {
        const given = 'compression' in write.params.axes ? { compression } : {};
        const parts = [];
        for await (const part of write.chunks(matrix, core.resolveParams(write.params, given, undefined, id)))
          parts.push(part);
        const bytes = Buffer.concat(parts);
        const what = `${id} of ${JSON.stringify(shape)} with ${values.length} entries`;
        assert.deepEqual(wrongMembers(bytes), [], what);
        const back = await read(await interchange.openBytes(bytes), { limits: {} });
        assert.deepEqual(back.shape, shape, what);
        assert.deepEqual(back.values.filter((value) => value !== 0).sort(), values.toSorted(), what);
      }
    }
  }
}

const checks = [
  ...packages.map((name) => [`import and require @spmv/${name}`, () => importPackage(name)]),
  ...['serial', 'threads'].map((name) => [`native kernels on ${name}`, () => nativeProduct(name)]),
  ['exchange files, also of matrices without entries', exchangeFiles],
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
  // Of a machine without native kernels, too: the bare lanes have none.
  ['spmv solve LF10', async () => assert.match(await spmv('solve', 'LF10', '--json'), /"converged": true/u)],
  ['spmv rank cage4', async () => assert.match(await spmv('rank', 'cage4', '--json'), /"converged": true/u)],
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
