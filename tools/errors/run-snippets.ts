import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installFromSource } from './install-from-source.ts';

/** What a snippet ended with. */
export interface SnippetResult {
  /** Code of the error it threw, `undefined` when it threw none or another error. */
  readonly code?: string;
  /** Message of the error it threw. */
  readonly message?: string;
}

/** Every snippet in its own module and in turn, so that one cannot disturb the next. */
const RUNNER = `
import { writeFileSync } from 'node:fs';
const [results, ...names] = process.argv.slice(2);
const found = {};
for (const name of names) {
  try {
    await import('./' + name + '.ts');
    found[name] = {};
  } catch (error) {
    found[name] = { code: error?.code, message: String(error?.message ?? error) };
  }
}
writeFileSync(results, JSON.stringify(found));
`;

/**
 * Runs TypeScript snippets by name as a user of the packages would, in a project of its own that has all packages of the workspace
 * installed, from their sources.
 */
export async function runSnippets(
  root: string,
  snippets: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, SnippetResult>> {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-snippets-'));
  try {
    installFromSource(root, folder);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'run.js'), RUNNER);
    for (const [name, source] of snippets) writeFileSync(join(folder, `${name}.ts`), `${source}\nexport {};\n`);
    const results = join(folder, 'results.json');
    await promisify(execFile)(process.execPath, ['--conditions=@spmv/source', 'run.js', results, ...snippets.keys()], {
      cwd: folder,
      timeout: 60_000,
    });
    return new Map(Object.entries(JSON.parse(readFileSync(results, 'utf8')) as Record<string, SnippetResult>));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
