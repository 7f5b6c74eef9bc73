import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { parseJsonRecord, recordAt } from '../lint/json.ts';
import { testedNodes } from '../nodes/nodes.ts';
import { runOutside } from '../outside-package/run-outside.ts';
import { packAll } from '../packages/pack-all.ts';

const HERE = import.meta.dirname;
const BIN = join(HERE, 'node_modules', '.bin');

/** What works in a runtime: of each check `yes`, or what was thrown. */
export interface Ran {
  readonly runtime: string;
  readonly outcomes: Readonly<Record<string, string>>;
}

/** Installs the runtimes besides Node with npm. */
export async function install(): Promise<void> {
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], { cwd: HERE });
}

/** A folder with the packages as npm would install them, and the program of app/. */
async function installed(folder: string): Promise<void> {
  const tarballs = await packAll(join(folder, 'packed'));
  for (const { name, file } of tarballs) {
    const place = join(folder, 'node_modules', name);
    mkdirSync(place, { recursive: true });
    await promisify(execFile)('tar', ['-xzf', file, '-C', place, '--strip-components=1']);
  }
  cpSync(join(HERE, 'app'), folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  writeFileSync(join(folder, 'two.mtx'), '%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 3\n2 2 4\n');
}

/** A worker in one file, as Cloudflare's tools bundle it. */
async function bundleWorker(folder: string): Promise<void> {
  await build({
    absWorkingDir: folder,
    entryPoints: ['worker.mjs'],
    outfile: join(folder, 'bundled.js'),
    bundle: true,
    format: 'esm',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['node:*', 'h5wasm', 'webgpu', '@spmv/backend-cuda'],
    logLevel: 'silent',
  });
  writeFileSync(
    join(folder, 'config.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = .main)]);
const main :Workerd.Worker = (
  modules = [(name = "bundled.js", esModule = embed "bundled.js")],
  compatibilityDate = "2026-11-01"
);
`,
  );
}

const OTHERS: Readonly<Record<string, readonly string[]>> = {
  deno: ['run', '--allow-all', '--node-modules-dir=manual', 'main.mjs'],
  bun: ['main.mjs'],
  workerd: ['test', 'config.capnp'],
};

/** Runs every check in every runtime, on packed packages. Errors: an `Error` with what a runtime printed where that is no result. */
export async function runAll(): Promise<readonly Ran[]> {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-runtimes-'));
  try {
    await installed(folder);
    await bundleWorker(folder);
    const versions = recordAt(parseJsonRecord(readFileSync(join(HERE, 'package.json'), 'utf8')), 'dependencies') ?? {};
    const nodes = testedNodes().flatMap(({ version, environment }) =>
      environment ? [{ runtime: `Node ${version}`, command: 'node', args: ['main.mjs'], environment }] : [],
    );
    const others = Object.entries(OTHERS).map(([name, args]) => ({
      runtime: `${name} ${String(versions[name])}`,
      command: join(BIN, name),
      args,
      environment: {},
    }));
    const ran: Ran[] = [];
    for (const { runtime, command, args, environment } of [...nodes, ...others]) {
      const { stdout, stderr } = await runOutside(command, args, folder, environment);
      const line = `${stdout}\n${stderr}`.split('\n').find((each) => /^\{.*\}$/u.test(each));
      if (line === undefined) throw new Error(`${runtime} printed no result:\n${stdout}${stderr}`);
      ran.push({ runtime, outcomes: JSON.parse(line) as Ran['outcomes'] });
    }
    return ran;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
