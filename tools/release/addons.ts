// Makes the native kernels of every platform that this system makes them for, and runs all of them with the end of memory right after each
// array: those for 64-bit ARM emulated, with SVE and without. The workspace must be installed; tools/release/system.ts gets the rest.
// Usage: node tools/release/addons.ts
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { addonPlatform } from '../packages/addon-build.ts';
import type { Target } from './arm.ts';
import { arm, buildFor, NATIVE, run } from './arm.ts';

const GUARDED = ['--conditions=@spmv/source', '--no-warnings', join(NATIVE, 'test', 'native', 'guarded.ts')];

const folder = mkdtempSync(join(tmpdir(), 'spmv-addons-'));
try {
  const own: Target = { platform: addonPlatform(), environment: {}, nodes: [[process.execPath]] };
  for (const target of own.platform === 'linux-x64-gnu' ? [own, arm(folder)] : [own]) {
    buildFor(target);
    for (const node of target.nodes) run([...node, ...GUARDED]);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
