import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { MAIN } from './here.ts';

/** What a process prints, which is JSON. */
const jsonOf = (command: string, args: readonly string[]): unknown =>
  JSON.parse(execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }));

/** What a script prints in a process of Node. */
export const jsonOfScript = (script: string, args: readonly string[]): unknown =>
  jsonOf(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args]);

/** What a peer prints in a process of Python. */
export const jsonOfPeer = (script: string, args: readonly string[]): unknown =>
  jsonOf('python3', ['-W', 'ignore', join(import.meta.dirname, 'peers', script), ...args]);

/** Milliseconds by a clock: of the wall, or `cpu`, of all threads of this process, which other programs move little. */
export function clockOf(name: string): () => number {
  if (name !== 'cpu') return () => performance.now();
  return () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
}

/** The same in words. */
export const clockText = (name: string): string => (name === 'cpu' ? 'time of all threads' : 'wall clock');

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Files of generated matrices, in a folder that is kept where it was named. */
export function matrixFiles(named: string | undefined) {
  const folder = named ?? mkdtempSync(join(tmpdir(), 'spmv-bench-'));
  mkdirSync(folder, { recursive: true });
  return {
    of(source: string): string {
      const file = join(folder, `${source.replaceAll(/\W+/gu, '-')}.mtx`);
      if (!existsSync(file)) execFileSync(process.execPath, [MAIN, 'convert', `gen:${source}`, file, '--quiet']);
      return file;
    },
    dispose(): void {
      if (named === undefined) rmSync(folder, { recursive: true });
    },
  };
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** A table of Markdown, its first column of text, the others of numbers. */
export const tableOf = (heads: readonly string[], rows: readonly (readonly string[])[]): readonly string[] => [
  line(heads),
  line(heads.map((_, h) => (h === 0 ? '---' : '--:'))),
  ...rows.map(line),
];

/** What was taken over what is allowed: above 1 is a miss. */
export const share = (value: number): string => (value <= 1 ? value.toFixed(2) : `**${value.toFixed(2)}**`);

export const ms = (value: number): string => (value < 10 ? value.toPrecision(2) : value.toFixed(0));
