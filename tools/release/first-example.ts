import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestedNode } from '../nodes/nodes.ts';
import { npm } from '../outside-package/make-plugin.ts';
import { type EndedProgram, runOutside } from '../outside-package/run-outside.ts';
import { ROOT } from '../packages/pack-all.ts';

/** The first program in a README. Pure. */
function firstExample(readme: string): string {
  const code = /^```ts\n([\s\S]*?)^```$/mu.exec(readme)?.[1];
  if (code === undefined) throw new Error('The README has no program.');
  return code;
}

/**
 * `npm install spmv` in an empty folder, from the registry at `url` and nowhere else, then the first program of the README of `spmv`, both
 * on one Node. Errors: an `Error` with the output when the installation fails.
 */
export async function tryFirstExample(
  url: string,
  environment: NonNullable<TestedNode['environment']>,
): Promise<EndedProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-first-'));
  try {
    // What is not of this registry is not found: an `spmv` of somebody else, above all.
    writeFileSync(join(folder, '.npmrc'), `registry=${url}\ncache=${join(folder, 'cache')}\nengine-strict=true\n`);
    await npm(folder, ['install', 'spmv', '--no-audit', '--no-fund', '--loglevel=error'], environment);
    writeFileSync(
      join(folder, 'first.mjs'),
      firstExample(readFileSync(join(ROOT, 'packages', 'spmv', 'README.md'), 'utf8')),
    );
    return await runOutside('node', ['first.mjs'], folder, environment);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
