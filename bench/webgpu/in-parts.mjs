// Divides a program's work among processes of the same program, each with a device of its own.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** Runs `program` with `args` and `--part K --out FILE` for every part; what each wrote, and how each ended: 0 is well. */
export async function inParts(program, parts, args) {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-parts-'));
  const run = (part) => {
    const file = join(folder, `${part}.json`);
    const child = spawn(
      process.execPath,
      [...process.execArgv, program, ...args, '--part', String(part), '--out', file],
      { stdio: ['ignore', 'inherit', 'ignore'] },
    );
    return new Promise((resolve) => child.once('exit', (code, signal) => resolve({ ending: code ?? signal, file })));
  };
  const ended = await Promise.all(Array.from({ length: parts }, (_, part) => run(part)));
  const reports = ended
    .filter(({ file }) => existsSync(file))
    .map(({ file }) => JSON.parse(readFileSync(file, 'utf8')));
  rmSync(folder, { recursive: true });
  return { reports, endings: ended.map(({ ending }) => ending) };
}
