// A release, rehearsed: publishes every package, by the script that the release uses, in a registry of this machine that is empty at first,
// and runs the first program of a user from there on each Node that `engines` names.
// Usage: npm run release:rehearse -- [--without linux-arm64-gnu]      --without: platforms whose binaries are not made here, separated by commas
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { NO_NODE, testedNodes } from '../nodes/nodes.ts';
import { ROOT } from '../packages/pack-all.ts';
import { publish, unsigned } from '../registry/publish.ts';
import { npmrc, startRegistry } from '../registry/start-registry.ts';
import { tryFirstExample } from './first-example.ts';
import { publishedPackages } from './published.ts';

const { values: given } = parseArgs({ options: { without: { type: 'string', default: '' } } });
const platforms = given.without.split(',').filter(Boolean);
const packages = publishedPackages(ROOT);
const unknown = platforms.filter((platform) => packages.every((each) => each.platform !== platform));
if (unknown.length > 0) throw new Error(`No package has a binary for ${unknown.join(', ')}.`);
const isAbsent = ({ platform }: (typeof packages)[number]): boolean =>
  platform !== undefined && platforms.includes(platform);
const absent = packages.filter(isAbsent);
const expected = packages.filter((each) => !isAbsent(each));

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
  // What the registry has already is not published: these names alone stand for what is not there.
  for (const { name, version } of absent) {
    const stand = mkdtempSync(join(folder, 'absent-'));
    writeFileSync(join(stand, 'package.json'), JSON.stringify({ name, version }));
    await publish(registry.url, [{ name, folder: stand, file: stand }]);
  }
  const without = platforms.length === 0 ? [] : [`--without=${platforms.join(',')}`];
  const release = ['tools/start.mjs', 'release', 'publish', '--no-git-tag', ...without];
  const child = spawn(process.execPath, release, { cwd: ROOT, env, stdio: 'inherit' });
  await once(child, 'close');
  const missing: string[] = [];
  for (const { name, version } of expected) {
    const answer = await fetch(`${registry.url}${name}`);
    const { versions = {} } = (await answer.json()) as { readonly versions?: Readonly<Record<string, unknown>> };
    if (!(version in versions)) missing.push(`${name}@${version}`);
  }
  process.stdout.write(
    missing.length === 0
      ? `All ${expected.length} packages are in the registry${absent.map(({ name }) => `, without ${name}`).join('')}.\n`
      : `Not in the registry: ${missing.join(', ')}.\n`,
  );
  let works = child.exitCode === 0 && missing.length === 0;
  for (const { version, environment } of works ? testedNodes() : []) {
    const ended = environment && (await tryFirstExample(registry.url, environment));
    process.stdout.write(
      `Node ${version}: ${ended === undefined ? NO_NODE : ended.code === 0 ? 'works' : ended.stderr}\n`,
    );
    works &&= ended === undefined || ended.code === 0;
  }
  process.exitCode = works ? 0 : 1;
} finally {
  await registry.stop();
  rmSync(folder, { recursive: true, force: true });
}
