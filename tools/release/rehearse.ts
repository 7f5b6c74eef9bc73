// A release, rehearsed: publishes every package, by the script that the release uses, in a registry of this machine that is empty at first.
// Usage: node tools/release/rehearse.ts
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { readWorkspace } from '../lint/workspace.ts';
import { ROOT } from '../packages/pack-all.ts';
import { platformPackages } from '../packages/platform-packages.ts';
import { unsigned } from '../registry/publish.ts';
import { npmrc, startRegistry } from '../registry/start-registry.ts';

const folder = mkdtempSync(join(tmpdir(), 'spmv-rehearsal-'));
const registry = await startRegistry();
try {
  const settings = join(folder, '.npmrc');
  writeFileSync(settings, npmrc(registry.url, '@spmv'));
  const env = {
    ...unsigned(),
    npm_config_userconfig: settings,
    'npm_config_@spmv:registry': registry.url,
    SPMV_PUBLISH_REGISTRY: registry.url,
  };
  const { status } = spawnSync(process.execPath, ['tools/start.mjs', 'release', 'publish', '--no-git-tag'], {
    cwd: ROOT,
    env,
    stdio: 'inherit',
  });
  const owners = readWorkspace(ROOT).packages.filter(
    ({ folder: each, manifest }) => each.startsWith('packages/') && manifest['private'] !== true,
  );
  const expected = [
    ...owners.map(({ name, manifest }) => ({ name, version: String(manifest['version']) })),
    ...owners.flatMap((owner) => platformPackages(ROOT, owner)),
  ];
  const missing: string[] = [];
  for (const { name, version } of expected) {
    const answer = await fetch(`${registry.url}${name}`);
    const { versions = {} } = (await answer.json()) as { readonly versions?: Readonly<Record<string, unknown>> };
    if (!(version in versions)) missing.push(`${name}@${version}`);
  }
  process.stdout.write(
    missing.length === 0
      ? `All ${expected.length} packages are in the registry.\n`
      : `Not in the registry: ${missing.join(', ')}.\n`,
  );
  process.exitCode = status === 0 && missing.length === 0 ? 0 : 1;
} finally {
  await registry.stop();
  rmSync(folder, { recursive: true, force: true });
}
