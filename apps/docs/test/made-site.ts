import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The repository, and the folder of this package. */
export const ROOT: string = fileURLToPath(new URL('../../..', import.meta.url));
const OWN = fileURLToPath(new URL('..', import.meta.url));

export interface MadeSite {
  readonly folder: string;
  /** What the command said. */
  readonly told: string;
  /** HTML by path. */
  readonly pages: ReadonlyMap<string, string>;
  remove(): void;
}

/** The site as the command makes it, in a folder of its own. */
export async function makeSite(): Promise<MadeSite> {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-docs-'));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=@spmv/source', join(OWN, 'build.ts'), '--out', relative(OWN, folder)],
    { cwd: OWN },
  );
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  const html = names.filter((name) => name.endsWith('.html'));
  return {
    folder,
    told: stdout,
    pages: new Map(html.map((name) => [name, readFileSync(join(folder, name), 'utf8')])),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
