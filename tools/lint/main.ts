// The rules of this repository that oxlint cannot check. Usage: node tools/lint/main.ts
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { CHECKS } from './checks.ts';
import { formatFinding } from './check.ts';
import { readWorkspace } from './workspace.ts';

const workspace = readWorkspace(fileURLToPath(new URL('../..', import.meta.url)));
const found = CHECKS.flatMap((check) => check.run(workspace).map((finding) => formatFinding(check.name, finding)));
for (const line of found) process.stdout.write(`${line}\n`);
process.stdout.write(
  `${CHECKS.length} checks of this repository, ${workspace.files.size} files: ${found.length === 0 ? 'no findings' : `${found.length} findings`}.\n`,
);
process.exitCode = found.length === 0 ? 0 : 1;
