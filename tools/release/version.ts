// Turns the changesets that wait into versions and changelogs: `changeset version` raises the versions and removes the changesets; then the
// CHANGELOG.md of each raised package says what changed in it, and that of the repository all of it, by package.
// Usage: node tools/release/version.ts [FOLDER]     the repository's folder; default: this one
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { readChangesets } from '@changesets/read';
import { readWorkspace } from '../lint/workspace.ts';
import { ROOT } from '../packages/pack-all.ts';
import { packageSection, releaseSection, withSection } from './changelogs.ts';

const [folder = ROOT] = process.argv.slice(2);
const published = (): ReturnType<typeof readWorkspace>['packages'] =>
  readWorkspace(folder).packages.filter(({ folder: each }) => each.startsWith('packages/'));
const versionsOf = (): ReadonlyMap<string, string> =>
  new Map(published().map(({ name, manifest }) => [name, String(manifest['version'])]));

const before = versionsOf();
const changes = await readChangesets(folder);
execFileSync(join(ROOT, 'node_modules', '.bin', 'changeset'), ['version'], { cwd: folder, stdio: 'inherit' });
const raised = new Map([...versionsOf()].filter(([name, version]) => version !== before.get(name)));

function prepend(path: string, title: string, section: string): void {
  const file = join(folder, path);
  writeFileSync(file, withSection(existsSync(file) ? readFileSync(file, 'utf8') : `# ${title}`, section));
}

for (const { name, folder: own } of published()) {
  const version = raised.get(name);
  if (version !== undefined) prepend(join(own, 'CHANGELOG.md'), name, packageSection(name, version, changes));
}
const day = new Date().toISOString().slice(0, 10);
const numbers = new Set(raised.values());
// Packages that are raised together have one version, else the day says which release it is.
const title = numbers.size === 1 ? `${[...numbers].join('')}, ${day}` : day;
prepend('CHANGELOG.md', 'Changes', releaseSection(title, raised, changes));
process.stdout.write(`${changes.length} changes of ${raised.size} packages: ${[...numbers].join(', ')}.\n`);
