// Writes docs/matrix-market-conformance.md from conformance/. With a folder of peculiar files (valid/, invalid/), first records anew
// what is done with each of them. Usage: node --conditions=@spmv/source tools/conformance.ts [FOLDER]
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { describeReading } from '../conformance/describe.ts';
import { conformancePage, formatFiles, parseFiles, type PeculiarFile } from '../conformance/page.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TABLE = join(ROOT, 'conformance', 'files.tsv');
const PAGE = join(ROOT, '..', '..', 'docs', 'matrix-market-conformance.md');

async function record(file: PeculiarFile, folders: readonly string[]): Promise<PeculiarFile> {
  const path = folders.map((folder) => join(folder, file.file)).find((candidate) => existsSync(candidate));
  return path === undefined ? file : { ...file, ours: await describeReading(readFileSync(path)) };
}

const folders = [join(ROOT, 'fixtures'), ...process.argv.slice(2)];
const files: PeculiarFile[] = [];
for (const file of parseFiles(readFileSync(TABLE, 'utf8'))) files.push(await record(file, folders));
writeFileSync(TABLE, formatFiles(files));
writeFileSync(PAGE, await conformancePage(files));
