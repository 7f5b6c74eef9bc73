import type { Candidate, Choice } from '@spmv/advice';
import { choose } from '@spmv/advice';
import { plugin } from '@spmv/spmm';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

// What kernels of several vectors over CSR took in turns on an H200, replayed to the choice among them: they store the same, so that nothing is expected of one that is not of all.
const TABLES = ['h200-spmm-graphs.csv', 'h200-spmm-shares.csv', 'h200-spmm-webgpu.csv'];
/** Points that are usual now, of kernels that had several in a table. */
const USUAL = /^(cuda\/spmm-csr[a-z-]*)(?: entries=pairs| ends=bits)?$/u;
const OURS = (plugin.kernels ?? []).filter(
  ({ target, format, vendor, options }) =>
    target === 'cuda' && format === 'csr' && vendor !== true && options?.['transpose'] !== true,
);

const candidates = OURS.map(({ id }): Candidate => ({
  backend: 'cuda',
  target: 'cuda',
  kernel: id,
  format: 'csr',
  precision: 'f64',
  formatParams: {},
  kernelParams: {},
  launchParams: {},
  bytes: 1,
  slots: 1,
}));

/** Microseconds of each turn, by kernel. */
type Turns = ReadonlyMap<string, readonly number[]>;

function problemsOf(table: string): readonly (readonly [problem: string, turns: Turns])[] {
  const lines = readFileSync(new URL(`../../bench/results/cuda/${table}`, import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const problems = new Map<string, Map<string, readonly number[]>>();
  for (const line of lines.slice(1)) {
    const [matrix = '', , vectors, precision, title = '', turns = ''] = line.split(',');
    const [, kernel] = USUAL.exec(title) ?? [];
    if (kernel === undefined || turns === '') continue;
    const problem = `${matrix} ${vectors} ${precision}`;
    const found = problems.get(problem) ?? new Map<string, readonly number[]>();
    problems.set(problem, found.set(kernel, turns.split(' ').map(Number)));
  }
  return [...problems];
}

const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[list.length >> 1] as number;

/** What the choice takes over what the fastest does. */
async function lossOf(turns: Turns, trials: number): Promise<number> {
  const runs = new Map<string, number>();
  const expected = candidates.map((candidate) => ({
    candidate,
    prediction: { ms: 0.02, from: 'target', spread: 0.65, noise: 0.005 } as const,
  }));
  const choice: Choice = await choose(
    expected,
    async ({ kernel }) => {
      const times = turns.get(kernel);
      if (!times) return { refusal: 'it was refused, or not measured' };
      const run = runs.get(kernel) ?? 0;
      runs.set(kernel, run + 1);
      return { ms: (times[run % times.length] as number) / 1000, setupMs: 0 };
    },
    { trials },
  );
  const chosen = turns.get(choice.ranking[0]?.candidate.kernel ?? '');
  return median(chosen ?? []) / Math.min(...[...turns.values()].map(median));
}

describe.each(TABLES)('kernels of several vectors over CSR in %s', (table) => {
  const problems = problemsOf(table);

  it('are several for each problem', () => {
    expect(problems.length).toBeGreaterThan(0);
    for (const [problem, turns] of problems) expect(turns.size, problem).toBeGreaterThan(1);
  });

  it.each([3, 10])('have the fastest chosen by %d products of trial', async (trials) => {
    for (const [problem, turns] of problems) expect(await lossOf(turns, trials), problem).toBeLessThan(1.03);
  });

  it('lose little in the mean where nothing is tried', async () => {
    const losses = await Promise.all(problems.map(([, turns]) => lossOf(turns, 0)));
    expect(Math.exp(losses.reduce((sum, loss) => sum + Math.log(loss), 0) / losses.length)).toBeLessThan(1.15);
  });
});
