import { expect } from 'vitest';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCli, temporaryFolder } from './run-cli.ts';

export const CSR = ['--backend', 'serial', '--kernel', 'js/csr', '--precision', 'f64'];

export interface BenchRow {
  readonly matrix: { readonly name: string; readonly hash: string };
  readonly backend: string;
  readonly kernel: string;
  readonly status: string;
  readonly reason: string | null;
  readonly stored?: string;
  readonly samplesMs: readonly number[] | null;
  readonly medianMs: number | null;
  readonly medianLowMs: number | null;
  readonly medianHighMs: number | null;
  readonly speedup: number | null;
  readonly processMediansMs?: readonly number[];
  readonly imported?: { readonly commit: string; readonly cpu: string };
}

export interface BenchOutput {
  readonly options: { readonly cold?: number };
  readonly interrupted: boolean;
  readonly results: readonly BenchRow[];
  readonly errors: readonly { readonly matrix: string; readonly reason: string }[];
  readonly outOfTime?: readonly {
    readonly matrix: string;
    readonly cases: readonly { readonly kernel: string }[] | null;
  }[];
}

/** What tests of `spmv bench` do in a project. */
export interface Bench {
  /** A folder for files. */
  readonly folder: string;
  /** Writes a file there: text, or a value as JSON. */
  file(name: string, content: unknown): string;
  /** Its document, after it ended with this exit code. */
  bench(args: readonly string[], code?: number): Promise<BenchOutput>;
  /** What a command prints for people, on one line. */
  printed(args: readonly string[]): Promise<string>;
  fails(args: readonly string[], code: number, words: RegExp): Promise<void>;
}

export function benchIn(cwd: string): Bench {
  const folder = temporaryFolder();
  return {
    folder,
    file(name, content) {
      const path = join(folder, name);
      writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
      return path;
    },
    async bench(args, code = 0) {
      const run = await runCli(['bench', ...args, '--json'], { cwd });
      expect(run.stderr).not.toMatch(/\n\s+at /);
      expect(run.code, run.stderr).toBe(code);
      return JSON.parse(run.stdout) as BenchOutput;
    },
    printed: async (args) => (await runCli(args, { cwd })).stdout.replaceAll(/\s+/g, ' '),
    async fails(args, code, words) {
      const run = await runCli(args, { cwd });
      expect(run.stderr).toMatch(words);
      expect(run.code).toBe(code);
    },
  };
}
