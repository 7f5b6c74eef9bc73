// Writes every recorded matrix as this package does, and lets SciPy say whether it reads the same arrays. The hashes of what it read are
// recorded in fixtures/read-by-scipy.json, which the tests compare. Usage: node tools/read-back.ts PYTHON   (with NumPy and SciPy)
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { readSciPyNpz, writeSciPyNpz } from '../src/index.ts';

const fixture = (name: string): URL => new URL(`../fixtures/${name}`, import.meta.url);
const { cases } = JSON.parse(readFileSync(fixture('scipy.json'), 'utf8')) as {
  readonly cases: readonly { readonly name: string; readonly file: string }[];
};
const folder = mkdtempSync(join(tmpdir(), 'read-back-'));
const sha256: Record<string, string> = {};
for (const [k, { name, file }] of cases.entries()) {
  const theirs = Buffer.from(file, 'base64');
  writeFileSync(join(folder, `${k}.theirs.npz`), theirs);
  const matrix = await readSciPyNpz(theirs);
  for (const compression of ['none', 'deflate'] as const) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of writeSciPyNpz(matrix, { compression })) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    writeFileSync(join(folder, `${k}.${compression}.npz`), bytes);
    // How well something is compressed depends on the zlib at hand.
    if (compression === 'none') sha256[name] = createHash('sha256').update(bytes).digest('hex');
  }
}
const versions = JSON.parse(
  execFileSync(
    process.argv[2] ?? 'python3',
    [new URL('read_back.py', import.meta.url).pathname, folder, String(cases.length)],
    {
      encoding: 'utf8',
    },
  ),
) as unknown;
rmSync(folder, { recursive: true });
writeFileSync(fixture('read-by-scipy.json'), `${JSON.stringify({ versions, sha256 }, null, 1)}\n`);
