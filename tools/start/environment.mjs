// What a bare machine needs before anything of the workspace can run: a Node that is new enough, and pnpm.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isInRange } from './node-range.mjs';
import { quietStage, run, StageError } from './stage.mjs';

const PNPM = 'pnpm@12.21.0';
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What packages need and so does a clone. */
const NODES = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).engines.node;
/** Runs TypeScript files as they are and has relaxed SIMD: what sources, tests and tools run on. */
const WORKING_NODE = 24;
/** Where the workspace brings its own Node 24 as an optional dependency. */
const BUNDLED = new Set(['linux-x64', 'linux-arm64']);

const registry = process.env.npm_config_registry ?? 'https://registry.npmjs.org/';
const REGISTRY_HINT = `All comes from the npm registry and nowhere else (${registry}): see the messages above, whether \`npm ping\` answers, and whether \`npm config get cache\` names a folder that you may write to.`;

const major = Number(process.versions.node.split('.')[0]);

/** Throws where the workspace cannot work, with what to do about it. */
export function requirePlatform() {
  if (!isInRange(process.versions.node, NODES)) {
    throw new StageError(
      `Node ${process.versions.node} will not do: spmv needs Node ${NODES}. Install it from https://nodejs.org.`,
    );
  }
  const platform = `${process.platform}-${process.arch}`;
  if (major < WORKING_NODE && !BUNDLED.has(platform)) {
    throw new StageError(
      `The workspace brings Node ${WORKING_NODE} along for ${[...BUNDLED].join(' and ')} only, and this is ${platform} with Node ${process.versions.node}.\n` +
        `Start it with Node ${WORKING_NODE} or later. (The published packages run on Node ${NODES}.)`,
    );
  }
}

/** The Node that this was started with, for checks of what users run: npm puts that of the workspace first once it is installed. */
export function startedNode() {
  return process.env.SPMV_STARTED_NODE ?? process.env.npm_node_execpath ?? process.execPath;
}

/** The Node 24 of the workspace once it is installed, else the one this was started with. */
export function workingNode() {
  const bundled = join(ROOT, 'node_modules', '.bin', 'node');
  return existsSync(bundled) ? bundled : process.execPath;
}

/** Environment whose `node` is the one this was started with, not the workspace's. */
export function startedEnvironment() {
  return { ...process.env, PATH: [dirname(startedNode()), process.env.PATH].join(delimiter) };
}

/**
 * Runs `script` again with pnpm on the PATH, from npm's own cache and with nothing installed globally, unless it is there.
 * Resolves to the exit code of that run, or to undefined when pnpm is there and the caller goes on itself.
 */
export async function runWithPnpm(script, args) {
  if (process.env.SPMV_PNPM === PNPM) return undefined;
  const npmCli = process.env.npm_execpath ?? '';
  const [npm, ...before] = basename(npmCli) === 'npm-cli.js' ? [process.execPath, npmCli] : ['npm'];
  const print = ['node', '-p', 'process.env.PATH'];
  const asked = [...before, 'exec', '--yes', '--fetch-retries=1', `--package=${PNPM}`, '--', ...print];
  const { stdout: path } = await promisify(execFile)(npm, asked, {
    cwd: ROOT,
    shell: process.platform === 'win32',
  }).catch(({ stderr }) => {
    throw new StageError(`${stderr}npm could not get ${PNPM}. ${REGISTRY_HINT}`);
  });
  const env = { ...process.env, PATH: path.trim(), SPMV_PNPM: PNPM, SPMV_STARTED_NODE: startedNode() };
  // Not below npm, which tells its children of no signal.
  return run(process.execPath, [script, ...args], { cwd: ROOT, env, forward: true });
}

/** Installs what the lockfile names. */
export async function install() {
  const log = join(ROOT, 'tmp', 'install.log');
  if ((await quietStage('install', log, 'pnpm', ['install', '--frozen-lockfile'], { cwd: ROOT })) === 0) return;
  throw new StageError(
    `pnpm could not install the dependencies. ${REGISTRY_HINT}\n` +
      'If the messages above speak of the lockfile, a package.json was changed without running `pnpm install`.',
  );
}
