// Writes the documents of this repository as pages of a static site. Usage: node --conditions=@spmv/source build.ts --out FOLDER [--root REPOSITORY]
import { resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openRepository } from './src/repository.ts';
import { collectContents, renderSite } from './src/site.ts';
import { problemsOf, writeSite } from './src/write-site.ts';

const { values } = parseArgs({ options: { out: { type: 'string' }, root: { type: 'string' } } });
if (values.out === undefined) {
  process.stderr.write('usage: node --conditions=@spmv/source build.ts --out FOLDER [--root REPOSITORY]\n');
  process.exit(2);
}
const repository = openRepository(values.root ?? fileURLToPath(new URL('../..', import.meta.url)));
const site = renderSite(repository, await collectContents(repository));
const problems = problemsOf(site);
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) {
  process.stderr.write(`Nothing is written: ${problems.length} of the above.\n`);
  process.exitCode = 1;
} else {
  const { bytes } = await writeSite(repository, site, resolve(values.out));
  process.stdout.write(
    `${site.pages.size} pages, ${site.copies.length} files, ${Math.round(bytes / 1e6)} MB in ${values.out}\n`,
  );
}
