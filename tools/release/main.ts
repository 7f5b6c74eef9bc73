// Turns the waiting changesets into versions and changelogs, and writes the new versions wherever sources say them.
// Usage: node tools/release/main.ts   (then look at the difference, `pnpm install --lockfile-only`, commit)
import { execFileSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { writeVersions } from './version-places.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
execFileSync('pnpm', ['exec', 'changeset', 'version'], { cwd: root, stdio: 'inherit' });
for (const file of writeVersions(root)) process.stdout.write(`version written: ${file}\n`);
