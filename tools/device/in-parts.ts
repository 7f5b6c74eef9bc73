// Divides a program's work among processes of the same program, each with a device of its own.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What the parts of a program wrote, and how each ended: 0 is well. */
export interface TestParts<Report> {
  readonly reports: readonly Report[];
  readonly endings: readonly (number | string)[];
}

/** Runs `program` with `args` and `--part K --out FILE` for every part. */
export async function inParts<Report>(
  program: string,
  parts: number,
  args: readonly string[],
): Promise<TestParts<Report>> {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-parts-'));
  const run = (part: number): Promise<{ readonly ending: number | string; readonly file: string }> => {
    const file = join(folder, `${part}.json`);
    const child = spawn(
      process.execPath,
      [...process.execArgv, program, ...args, '--part', String(part), '--out', file],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    );
    return new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve({ ending: code ?? signal ?? 'unknown', file }));
    });
  };
  const ended = await Promise.all(Array.from({ length: parts }, (_, part) => run(part)));
  const reports = ended
    .filter(({ file }) => existsSync(file))
    .map(({ file }) => JSON.parse(readFileSync(file, 'utf8')) as Report);
  rmSync(folder, { recursive: true });
  return { reports, endings: ended.map(({ ending }) => ending) };
}
