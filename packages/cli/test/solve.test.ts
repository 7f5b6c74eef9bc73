import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fakeProject } from './helpers/project.ts';
import { filesIn, runCli, temporaryFolder } from './helpers/run-cli.ts';

const cwd = fakeProject({ workspace: ['backend-serial'] });
const folder = temporaryFolder();
const file = filesIn(folder);
const general = (rows: number, cols: number, entries: readonly string[]): string =>
  `%%MatrixMarket matrix coordinate real general\n${rows} ${cols} ${entries.length}\n${entries.join('\n')}\n`;
const vector = (values: readonly number[]): string =>
  `%%MatrixMarket matrix array real general\n${values.length} 1\n${values.join('\n')}\n`;

const A = file('A.mtx', general(2, 2, ['1 1 4', '1 2 1', '2 1 1', '2 2 3']));
const b = file('b.mtx', vector([1, 2]));
const saddle = file('saddle.mtx', general(3, 3, ['1 1 1', '2 2 -2', '3 3 3']));
const singular = file('singular.mtx', general(2, 2, ['1 1 1']));

interface Document {
  readonly schema: string;
  readonly converged: boolean;
  readonly reason: string;
  readonly method: string;
  readonly x: readonly number[];
  readonly error: { readonly code: string; readonly fix: string } | null;
  readonly distanceFromKnown?: number;
  readonly knownRelativeResidual?: number;
  readonly systemMs: number;
  readonly setupMs: number;
  readonly iterationMs: number;
  readonly ms: number;
  readonly products: readonly {
    readonly kernel: string;
    readonly endedBy?: string | null;
    readonly confidence: string;
    readonly trials: readonly unknown[];
  }[];
}
async function solved(args: readonly string[]): Promise<{ readonly code: number; readonly document: Document }> {
  const { code, stdout } = await runCli(['solve', ...args, '--json'], { cwd });
  return { code: code ?? -1, document: JSON.parse(stdout) as Document };
}

it('says in one line how many iterations it took and what the true residual is', async () => {
  const { code, stdout } = await runCli(['solve', A, '--rhs', b, '--tol', '1e-10', '--method', 'cg'], { cwd });
  expect(stdout).toMatch(/^A {2}cg with jacobi: converged in 2 iterations, true\s+residual \S+, \S+\s+of b\n$/u);
  expect([code, Math.max(...stdout.split('\n').map(({ length }) => length)) <= 80]).toEqual([0, true]);
});

it('tells what was before the first iteration from the iterations', async () => {
  const args = [A, '--rhs', b, '--tol', '1e-10', '--method', 'cg'];
  const { document } = await solved(args);
  for (const part of [document.systemMs, document.setupMs, document.iterationMs]) expect(part).toBeGreaterThan(0);
  expect(document.setupMs + document.iterationMs).toBeLessThanOrEqual(document.ms);
  const { stderr } = await runCli(['solve', ...args], { cwd });
  expect(stderr.replaceAll(/\s+/gu, ' ')).toMatch(
    /products chosen in \S+ ms, set up in \S+ ms, 2 iterations in \S+ ms, \S+ µs each/u,
  );
});

it('gives x in the document, or in a file', async () => {
  const { code, document } = await solved([A, '--rhs', b, '--tol', '1e-12']);
  expect([code, document.schema, document.converged, document.method]).toEqual([0, 'spmv.solve/1', true, 'cholesky']);
  expect(document.x[0]).toBeCloseTo(1 / 11, 10);
  const out = join(folder, 'x.mtx');
  await runCli(['solve', A, '--rhs', b, '--tol', '1e-12', '--out', out], { cwd });
  expect(Number(readFileSync(out, 'utf8').trim().split('\n').at(-1))).toBeCloseTo(7 / 11, 10);
});

it('takes b = A·1 where none is there, and b and x beside the matrix where they are', async () => {
  expect((await solved([A, '--tol', '1e-12'])).document.x.map((value) => value.toFixed(6))).toEqual([
    '1.000000',
    '1.000000',
  ]);
  const M = file('M.mtx', general(2, 2, ['1 1 4', '1 2 1', '2 1 1', '2 2 3']));
  file('M_b.mtx', vector([1, 2]));
  file('M_x.mtx', vector([1 / 11, 7 / 11]));
  const { document } = await solved([M, '--tol', '1e-12']);
  expect(document.distanceFromKnown).toBeLessThan(1e-10);
  expect(document.knownRelativeResidual).toBeLessThan(1e-15);
  // An x to multiply with, which solves nothing, is told from a solution.
  file('M_x.mtx', vector([1, 0]));
  expect((await solved([M, '--tol', '1e-12'])).document.knownRelativeResidual).toBeCloseTo(
    Math.hypot(3, 1) / Math.hypot(1, 2),
  );
  const { stdout } = await runCli(['solve', M], { cwd });
  expect(stdout).toMatch(/x that came with it\| is \S+ of it; with that x\s+1\.41 of b is left/u);
});

it('multiplies by the kernel that the advice names, after no more products than it may try, and says so', async () => {
  const byStatistics = (await solved(['494_bus'])).document.products;
  expect(byStatistics.map(({ confidence, trials }) => [confidence, trials.length])).toEqual([['predicted', 0]]);
  const [tried] = (await solved(['494_bus', '--trials', '2'])).document.products;
  expect([1, 2]).toContain(tried?.trials.length);
  const named = await solved(['494_bus', '--kernel', 'js/csr']);
  expect([named.code, named.document.products.map(({ kernel, endedBy }) => [kernel, endedBy])]).toEqual([
    0,
    [['js/csr', 'js/fused-csr-dot']],
  ]);
  const least = await solved([A, '--rhs', b, '--method', 'lsqr']);
  expect(least.document.products.every(({ endedBy }) => endedBy === undefined)).toBe(true);
  const { stderr } = await runCli(['solve', '494_bus', '--kernel', 'js/csr'], { cwd });
  expect(stderr).toMatch(/products: csr by js\/csr, \S+ µs, by statistics/u);
  const unknown = await runCli(['solve', '494_bus', '--kernel', 'js/csrr'], { cwd });
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('js/csr')]);
});

it('ends with 7 where it did not converge, says why, and names what may', async () => {
  const rhs = file('rhs.mtx', vector([1, 1, 1]));
  const { code, document } = await solved([saddle, '--rhs', rhs, '--method', 'cg', '--precond', 'none']);
  expect([code, document.reason, document.error?.code]).toEqual([7, 'breakdown', 'SOLVER.INDEFINITE']);
  const { stderr } = await runCli(['solve', saddle, '--rhs', rhs, '--method', 'cg'], { cwd });
  expect(stderr).toContain('--method minres');
  const none = await solved([singular, '--rhs', b, '--method', 'minres']);
  expect([none.code, none.document.converged]).toEqual([7, false]);
  const limited = await solved(['494_bus', '--maxiter', '5']);
  expect([limited.code, limited.document.reason]).toEqual([7, 'limit']);
});

it('ends with 7 where a square system has least squares alone, and with 0 where they are asked for', async () => {
  const rhs = file('ones.mtx', vector([1, 1, 1]));
  for (const entries of [
    ['1 1 0', '2 2 0'],
    ['1 1 1', '2 2 1'],
  ]) {
    const { code, document } = await solved([file('rank.mtx', general(3, 3, entries)), '--rhs', rhs]);
    expect([code, document.converged, document.reason]).toEqual([7, false, 'least-squares']);
    expect(document.error?.code).toBe('SOLVER.INCONSISTENT');
  }
  const tall = await solved([
    file('tall.mtx', general(3, 2, ['1 1 1', '2 2 1', '3 1 1'])),
    '--rhs',
    file('b3.mtx', vector([1, 1, 2])),
  ]);
  expect([tall.code, tall.document.converged, tall.document.reason]).toEqual([0, true, 'converged']);
});

it.each([
  [['west2021', '--method', 'cg'], 2, /needs a symmetric matrix[^]*--method bicgstab or gmres/u],
  [['494_bus', '--method', 'cgg'], 2, /no method 'cgg'[^]*cg/u],
  [['494_bus', '--precond', 'jacoby'], 2, /no preconditioner 'jacoby'[^]*jacobi/u],
  [[singular, '--method', 'gmres', '--precond', 'jacobi'], 2, /\(1, 1\) is 0/u],
  [[A, '--rhs', A], 5, /a vector is needed/u],
  [[A, '--rhs', file('three.mtx', vector([1, 2, 3]))], 5, /b from [^]*3 elements[^]*b needs one element a row: 2\./u],
  [[A, '--x0', file('four.mtx', vector([1, 2, 3, 4]))], 5, /x0 needs one element a column: 2\./u],
  [['494_bus', '--backend', 'seriall'], 2, /serial/u],
])('%j ends with %d', async (args, code, words) => {
  const run = await runCli(['solve', ...args], { cwd });
  expect([run.code, run.stderr]).toEqual([code, expect.stringMatching(words)]);
});

it.each([
  [['--kernel', 'js/csr', '--format', 'coo'], 2, /Kernel 'js\/csr' takes format csr and not coo\.[^]*--format csr/u],
  [['--method', 'cg', '--restart', '5'], 2, /restart is of gmres, and method is cg[^]*--method gmres/u],
  [['--precision', 'f16'], 2, /in f64 or f32, and precision is f16[^]*Give --precision f64 or f32/u],
] as const)('%j ends with %i, and says why', async (args, code, words) => {
  const run = await runCli(['solve', '494_bus', ...args], { cwd });
  expect([run.code, run.stderr]).toEqual([code, expect.stringMatching(words)]);
});

const rows = (of: readonly (readonly number[])[]): readonly string[] =>
  of.flatMap((row, i) => row.map((value, j) => `${i + 1} ${j + 1} ${value}`));
it.each([
  [
    'steep',
    rows([
      [1e12, 5e11],
      [1, 1],
    ]),
    [0, 1],
    ['--method', 'lsqr', '--tol', '1e-14'],
  ],
  ['far', ['1 1 1e215', '2 2 1e-285'], [0, 1], []],
  ['far', ['1 1 1e215', '2 2 1e-285'], [0, 1], ['--method', 'lsqr']],
  ['far', ['1 1 1e215', '2 2 1e-285'], [0, 1], ['--precond', 'jacobi']],
  ['none', ['1 1 1', '2 2 0'], [0, 1], []],
  ['none', ['1 1 1', '2 2 0'], [0, 1], ['--method', 'gmres']],
  ['turn', ['1 2 1', '2 1 -1'], [1, 2], ['--method', 'bicgstab']],
  ['small', ['1 1 1e-30', '2 2 1e-30'], [1e20, 1e20], ['--precision', 'f32']],
  [
    'A',
    rows([
      [4, 1],
      [1, 3],
    ]),
    [1, 2],
    ['--precision', 'f32', '--tol', '1e-12'],
  ],
  [
    'A',
    rows([
      [4, 1],
      [1, 3],
    ]),
    [1, 2],
    ['--maxiter', '1', '--method', 'gmres'],
  ],
] as const)('advises what one can type: %s %j %j %j', async (name, entries, values, args) => {
  const rhs = file(`${name}-advised.mtx`, vector(values));
  const run = await runCli(['solve', file(`${name}-system.mtx`, general(2, 2, entries)), '--rhs', rhs, ...args], {
    cwd,
  });
  expect(run.code).not.toBe(0);
  const { words } = /(?<words>(?:Give|Use|Scale|Divide|Mend|Every)\b.*)$/u.exec(run.stderr.trim())?.groups ?? {};
  expect(words).toBeDefined();
  expect(words).not.toMatch(
    /'|\b(?:M|rtol|method|precision|maxiter|x0):|(?<!-)\b(?:rtol|maxiter|refine)\b|f32 inside/u,
  );
  // A flag with its value is followed by the next words of a sentence.
  for (const [flag] of words?.matchAll(/--[\w-]+ \S+/gu) ?? [])
    expect(flag).toMatch(/^--(?:tol [\d.e-]+|method [a-z]+|precond [a-z0-9-]+|precision f64|maxiter (?:or|,))[.,;]?$/u);
});

it('refines in f64 what f32 leaves, says so, and names it where f32 ends', async () => {
  const args = [A, '--rhs', b, '--method', 'cg', '--precond', 'jacobi', '--precision', 'f32', '--tol', '1e-12'];
  const refined = await runCli(['solve', ...args, '--refine'], { cwd });
  expect(refined.code).toBe(0);
  expect(refined.stderr).toMatch(/f32\) inside, [^]*outside[^]*refined: [2-9] corrections by cg with jacobi in f32/u);
  const single = await runCli(['solve', ...args], { cwd });
  expect([single.code, single.stderr]).toEqual([7, expect.stringContaining('or --refine')]);
});

it('prints the residual at its checks as a curve that fits', async () => {
  const { stdout } = await runCli(['solve', '494_bus', '--history'], { cwd });
  const lines = stdout.trim().split('\n');
  expect(lines.length).toBeLessThanOrEqual(28);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
  expect(lines[0]?.trim().split(/\s+/u)).toEqual(['iteration', 'residual']);
});

it('draws the convergence of a method, and of several side by side', async () => {
  const html = join(folder, 'one.html');
  expect((await runCli(['solve', '494_bus', '--report', html], { cwd })).code).toBe(0);
  expect(readFileSync(html, 'utf8')).toContain('494_bus: residual over iterations');
  const files: string[] = [];
  for (const method of ['cg', 'minres'])
    files.push(
      file(`${method}.json`, (await runCli(['solve', A, '--rhs', b, '--method', method, '--json'], { cwd })).stdout),
    );
  const both = join(folder, 'both.html');
  expect((await runCli(['report', ...files, '--out', both], { cwd })).code).toBe(0);
  expect(readFileSync(both, 'utf8')).toMatch(/cg with jacobi[^]*minres/u);
});

it('names the tolerance that rounding allows, where less was asked for', async () => {
  const ask = (tol: string) => runCli(['solve', '494_bus', '--method', 'cg', '--tol', tol], { cwd });
  const { code, stderr, stdout } = await ask('1e-20');
  expect([code, stdout.replaceAll(/\s+/gu, ' ')]).toEqual([7, expect.stringContaining('reached what rounding allows')]);
  const [, tol = ''] = /Give --tol (\S+) or more/u.exec(stderr) ?? [];
  expect((await ask(tol)).code).toBe(0);
  // By factors that leave a backward error of rounding it is an answer.
  expect((await runCli(['solve', '494_bus', '--tol', '1e-20'], { cwd })).code).toBe(0);
});

it('--b is --rhs by its earlier name, and is warned about', async () => {
  const { code, stderr } = await runCli(['solve', A, '--b', b, '--quiet'], { cwd });
  expect([code, stderr]).toEqual([0, expect.stringContaining('--b is now --rhs')]);
  expect((await runCli(['solve', '--help'], { cwd })).stdout).not.toContain('--b ');
});

it('shows fill, pivots, residual, backward error and condition of factors, and each attempt, in a report, too', async () => {
  const report = join(folder, 'solve.html');
  const { code, stdout, stderr } = await runCli(['solve', 'west2021', '--report', report], { cwd });
  expect([code, stdout.replaceAll(/\s+/gu, ' ')]).toEqual([
    0,
    expect.stringMatching(
      /west2021 lu: converged .* backward error \S+, condition of A about \S+; about \d+ digits? of x/u,
    ),
  ]);
  expect(stderr.replaceAll(/\s+/gu, ' ')).toMatch(
    /factors: \d+ entries, \S+ times those of the matrix.*pivots: \d+ of 2021/u,
  );
  const html = readFileSync(report, 'utf8');
  for (const words of ['What was tried', 'backward error', 'condition', 'fill', 'pivots'])
    expect(html).toContain(words);
});

it('says where b is from that nobody gave, where sums of entries leave the range', async () => {
  const large = file('large.mtx', general(2, 2, ['1 1 1', '2 1 1e308', '2 2 1e308']));
  const { code, stderr } = await runCli(['solve', large], { cwd });
  expect([code, stderr.replaceAll(/\s+/gu, ' ')]).toEqual([
    5,
    expect.stringMatching(/A·1, is Infinity in row 2:.*--rhs/u),
  ]);
});
