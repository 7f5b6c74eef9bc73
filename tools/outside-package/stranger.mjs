// A stranger's day, outside this repository and with nothing but packed packages: makes a format plugin and a backend plugin with the
// generator, builds, tests and packs them, installs them beside the command line in an empty project, and sees them validated.
// Where WebGPU is available, software or not, its WGSL kernel is run too. Usage: node tools/outside-package/stranger.mjs   (after `pnpm build`; needs npm, and its cache or a registry for typescript and vitest)
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'spmv-stranger-'));
const packed = join(folder, 'packed');
const maker = join(folder, 'maker');
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:npm_|pnpm_|NODE_OPTIONS$|NODE_PATH$|VITEST)/i.test(name)));
const env = { ...environment, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter), NO_COLOR: '1' };

function run(cwd, command, ...args) {
  process.stdout.write(`${cwd.replace(folder, '…')} $ ${command} ${args.join(' ')}\n`);
  return execFileSync(command, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 2 ** 26 });
}

function expect(holds, what) {
  if (!holds) throw new Error(`not so: ${what}`);
  process.stdout.write(`  ok: ${what}\n`);
}

const fileOf = (name) => `file:${join(packed, readdirSync(packed).find((file) => file.startsWith(`spmv-${name}-`) && /-\d+\.\d+\.\d+\.tgz$/.test(file)))}`;

function makePlugin(kind, id) {
  const plugin = join(folder, kind);
  run(maker, join('node_modules', '.bin', 'create-plugin'), plugin, '--id', id, '--kind', kind, '--from', packed);
  run(plugin, 'npm', 'install', '--no-audit', '--no-fund', '--prefer-offline');
  run(plugin, 'npm', 'run', 'build');
  const tested = spawnSync('npm', ['test'], { cwd: plugin, env, encoding: 'utf8' });
  const summary = /Tests\s+(.*)/.exec(tested.stdout)?.[1];
  if (tested.status !== 0) process.stdout.write(tested.stdout.slice(-4000));
  expect(tested.status === 0 && summary !== undefined, `its tests pass: ${summary}`);
  const [{ filename }] = JSON.parse(run(plugin, 'npm', 'pack', '--json', '--silent'));
  return join(plugin, filename);
}

try {
  mkdirSync(packed);
  run(ROOT, process.execPath, 'tools/pack.ts', packed);
  mkdirSync(maker);
  writeFileSync(join(maker, 'package.json'), JSON.stringify({ private: true, dependencies: { '@spmv/create-plugin': fileOf('create-plugin') } }));
  run(maker, 'npm', 'install', '--no-audit', '--no-fund', '--prefer-offline');
  const tarballs = [makePlugin('format', 'stranger/dia-two'), makePlugin('backend', 'stranger/plain')];

  const project = join(folder, 'project');
  mkdirSync(project);
  const wanted = Object.fromEntries(['core', 'cli', 'formats', 'mmio', 'testkit', 'kernels-cpu', 'backend-serial', 'backend-webgpu'].map((name) => [`@spmv/${name}`, fileOf(name)]));
  const { webgpu } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).devDependencies;
  const own = { '@stranger/spmv-dia-two': `file:${tarballs[0]}`, '@stranger/spmv-backend-plain': `file:${tarballs[1]}` };
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'project', private: true, type: 'module', dependencies: { ...wanted, ...own, webgpu }, overrides: wanted }));
  run(project, 'npm', 'install', '--no-audit', '--no-fund', '--prefer-offline');
  const spmv = (...args) => run(project, join(project, 'node_modules', '.bin', 'spmv'), ...args);
  const formats = JSON.parse(spmv('formats', '--json'));
  expect(formats.some(({ id, package: from }) => id === 'stranger/dia-two' && from === '@stranger/spmv-dia-two'), 'the format is listed with its package');
  const backends = JSON.parse(spmv('backends', '--json'));
  expect(backends.some(({ id, status }) => id === 'stranger/plain' && status === 'available'), 'the backend is listed as available');
  const { results } = JSON.parse(spmv('validate', 'gen:stencil5?n=20', '--format', 'stranger/dia-two,csr', '--json'));
  const of = (format, backend) => results.filter((r) => r.format === format && r.backend === backend && r.status === 'ok');
  expect(of('stranger/dia-two', 'serial').length > 0, 'the format is right on somebody else\'s backend');
  expect(of('csr', 'stranger/plain').length > 0, 'the backend is right with somebody else\'s format');
  expect(of('stranger/dia-two', 'stranger/plain').length > 0, 'and both together');
  if (backends.some(({ id, status }) => id === 'webgpu' && status === 'available')) {
    const gpu = JSON.parse(spmv('validate', 'gen:stencil5?n=20', '--format', 'stranger/dia-two', '--backend', 'webgpu', '--json'));
    expect(gpu.results.some((r) => r.kernel === 'wgsl/stranger/dia-two' && r.status === 'ok'), 'its WGSL kernel is right on WebGPU');
  } else process.stdout.write('  skipped: WebGPU is not available here\n');
  const bench = JSON.parse(spmv('bench', 'gen:stencil5?n=20', '--format', 'stranger/dia-two,csr', '--runs', '20', '--json'));
  expect(bench.results.some((r) => r.format === 'stranger/dia-two' && r.status === 'ok' && r.medianMs > 0 && r.errorRatio <= 1), 'it is measured beside the others');
  spmv('conform', '@stranger/spmv-dia-two');
  expect(true, 'the command line says that it conforms');
  process.stdout.write('all well\n');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
