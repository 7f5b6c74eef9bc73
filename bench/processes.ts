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
function matrixFiles(named: string | undefined) {
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

/** The flags that say which matrices are measured, and how long. */
interface Turns {
  readonly folder?: string | undefined;
  readonly rounds: string;
  readonly seconds: string;
  readonly least: string;
  readonly most: string;
}

/** Makes each matrix and measures all in turns, by each of `names`, as long as there is time; rows are told as they are known. `left`: matrices that none was left for. */
export function inTurns<N extends string, F, R extends { readonly of: unknown }>(
  matrices: readonly (readonly [matrix: string, entries: number])[],
  names: readonly N[],
  measure: (name: N, path: string) => F,
  rowOf: (matrix: string, lists: Readonly<Record<N, F[]>>) => R,
  { folder, rounds, seconds, least, most }: Turns,
): { readonly rows: readonly R[]; readonly left: readonly string[] } {
  const files = matrixFiles(folder);
  const end = performance.now() + 1000 * Number(seconds);
  const asked = matrices.filter(([, entries]) => entries >= Number(least) && entries <= Number(most));
  const all = new Map<string, Readonly<Record<N, F[]>>>();
  for (let round = 0; round < Number(rounds); round++)
    for (const [matrix] of asked) {
      if (performance.now() > end) break;
      const lists = all.get(matrix) ?? (Object.fromEntries(names.map((name) => [name, [] as F[]])) as Record<N, F[]>);
      const path = files.of(matrix);
      for (const name of names) lists[name].push(measure(name, path));
      all.set(matrix, lists);
      process.stderr.write(`${matrix} ${JSON.stringify(rowOf(matrix, lists).of)}\n`);
    }
  files.dispose();
  const left = asked.map(([matrix]) => matrix).filter((matrix) => !all.has(matrix));
  return { rows: Array.from(all, ([matrix, lists]) => rowOf(matrix, lists)), left };
}
