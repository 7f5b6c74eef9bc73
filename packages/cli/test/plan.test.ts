import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fakeProject } from './helpers/project.ts';
import { runCli, temporaryFolder } from './helpers/run-cli.ts';

const cwd = fakeProject({ workspace: ['backend-serial', 'backend-petsc'] });
const folder = temporaryFolder();
const constants = {
  schema: 'spmv.ranks/1',
  machine: 'a machine',
  software: 'a library',
  hosts: [1, 4].map((ranks) => ({
    ranks,
    productSeconds: 0,
    local: [{ bytes: 1e4, rowSeconds: 0, entrySeconds: 1e-9 }],
    messageSeconds: ranks === 1 ? 0 : 1e-6,
    byteSeconds: 0,
  })),
};
const file = join(folder, 'constants.json');
writeFileSync(file, JSON.stringify(constants));

interface Plan {
  readonly rows: readonly Readonly<Record<string, number>>[];
  readonly placement: unknown;
  readonly by: string;
}

async function planned(...args: readonly string[]): Promise<Plan> {
  const { code, stdout, stderr } = await runCli(['plan', ...args, '--json'], { cwd });
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as Plan;
}

describe('spmv plan', () => {
  it('predicts by constants of a file, and counts what ranks exchange', async () => {
    const { rows } = await planned('gen:stencil5?n=16', '--ranks', '6', '--by', 'rows', '--constants', file);
    expect(rows.map(({ ranks, hosts }) => [ranks, hosts])).toEqual([
      [1, 1],
      [2, 1],
      [4, 1],
      [6, 2],
    ]);
    // 16² points: 64 rows a rank, 16 of x from either neighbour.
    expect(rows[2]).toMatchObject({
      haloBytes: 6 * 16 * 8,
      mostReceivedBytes: 256,
      mostSources: 2,
      messageSeconds: 2e-6,
    });
    expect(rows[0]?.['seconds']).toBeCloseTo(1e-9 * (5 * 256 - 64), 12);
    expect(rows[2]?.['speedUp']).toBeCloseTo((rows[0]?.['seconds'] ?? 0) / (rows[2]?.['seconds'] ?? 1), 9);
  });

  it('explains a column only where there is room for it', async () => {
    const told = async (width: string): Promise<string> => {
      const args = ['plan', 'gen:stencil5?n=400', '--ranks', '1024', '--by', 'rows', '--constants', file];
      return (await runCli([...args, '--width', width], { cwd })).stdout;
    };
    // In the header and in the legend, or in neither.
    for (const [width, count] of [
      ['60', 0],
      ['120', 2],
    ] as const)
      expect((await told(width)).split('most/mean').length - 1).toBe(count);
  });

  it('divides by work, and places ranks on hosts with a network', async () => {
    const { rows, placement } = await planned(
      '494_bus',
      '--ranks',
      '8',
      '--constants',
      file,
      '--ranks-per-host',
      '2',
      '--latency',
      '5',
      '--bandwidth',
      '1',
    );
    expect(placement).toEqual({ ranksPerHost: 2, network: { messageSeconds: 5e-6, bytesPerSecond: 1e9 } });
    expect(rows.at(-1)).toMatchObject({ ranks: 8, hosts: 4 });
    expect(rows.at(-1)?.['messageSeconds']).toBeGreaterThan(5e-6);
    expect(rows.at(-1)?.['imbalance']).toBeLessThan(1.2);
  });

  it.each(['1024', '1000003'])(
    'takes %s ranks of what a backend recorded, at 80 columns, and keeps the constants',
    async (ranks) => {
      const kept = join(folder, `kept-${ranks}.json`);
      const args = ['plan', '494_bus', '--ranks', ranks, '--keep', kept];
      const { code, stdout } = await runCli(args, { cwd });
      expect(code).toBe(0);
      expect(Math.max(...stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80);
      expect(stdout).toContain(ranks === '1024' ? '1 024' : '1 000 003');
      expect(stdout).toContain('--latency');
      expect(JSON.parse(readFileSync(kept, 'utf8'))).toMatchObject({ schema: 'spmv.ranks/1' });
      expect((await planned('494_bus', '--ranks', '2', '--constants', kept)).rows).toHaveLength(2);
    },
  );

  it('takes the parts of spmv reorder', async () => {
    const [near, parts] = [join(folder, 'near.mtx'), join(folder, 'parts.json')];
    const reorder = ['reorder', 'gen:stencil5?n=12', '--parts', '3', '--out', near, '--bounds', parts, '--json'];
    const { code, stdout } = await runCli(reorder, { cwd });
    const { division, bounds } = JSON.parse(stdout) as {
      readonly division: { readonly after: { readonly haloBytes: number; readonly mostSources: number } };
      readonly bounds: readonly number[];
    };
    expect([code, JSON.parse(readFileSync(parts, 'utf8'))]).toEqual([
      0,
      { schema: 'spmv.bounds/1', matrix: 'gen:stencil5?n=12', method: 'rcm', bounds },
    ]);
    const { rows, by } = await planned(near, '--bounds', parts, '--constants', file);
    const { haloBytes, mostSources } = division.after;
    expect([by, rows.map(({ ranks }) => ranks)]).toEqual(['bounds', [1, 3]]);
    expect(rows.at(-1)).toMatchObject({ haloBytes, mostSources });
    const bent = join(folder, 'bent.json');
    writeFileSync(bent, JSON.stringify({ bounds: [0, 1, 144] }));
    expect(
      (await planned(near, '--bounds', bent, '--ranks', '2', '--constants', file)).rows[1]?.['imbalance'],
    ).toBeGreaterThan(1.9);
    for (const [args, status, words] of [
      [['494_bus', '--bounds', parts], 5, /do not divide 494 rows in 3 parts/u],
      [[near, '--bounds', parts, '--ranks', '4'], 2, /in 3 parts/u],
      [[near, '--bounds', parts, '--by', 'rows'], 2, /--by means nothing beside --bounds/u],
      [[near, '--bounds', file], 5, /holds no bounds of parts/u],
      [[near], 2, /--ranks N/u],
    ] as const) {
      const ended = await runCli(['plan', ...args, '--constants', file], { cwd });
      expect([ended.code, ended.stderr]).toEqual([status, expect.stringMatching(words)]);
    }
  });

  it('takes a matrix that is not square, and one giant row', async () => {
    expect((await planned('well1850', '--ranks', '3', '--constants', file)).rows).toHaveLength(3);
    const { rows } = await planned('gen:one-full-row?rows=2000', '--ranks', '4', '--constants', file);
    expect(rows.at(-1)?.['imbalance']).toBeGreaterThan(1.9);
  });

  it.each([
    [['--ranks', '0'], 2, /1 or more/u],
    [['--ranks', '2000000'], 2, /1 048 576 or fewer/u],
    [['--ranks', '4', '--by', 'luck'], 2, /rows or --by work/u],
    [['--ranks', '4', '--latency', '2'], 2, /--latency means nothing without --bandwidth/u],
    [['--ranks', '4', '--device', '2'], 2, /without --measure/u],
    [['--ranks', '4', '--ranks-per-host', '0'], 2, /1 or more/u],
    [['--ranks', '4', '--backend', 'serial'], 2, /has no ranks/u],
    [['--ranks', '4', '--constants', file, '--measure'], 2, /--measure means nothing beside --constants/u],
    [['--ranks', '4', '--constants', join(folder, 'none.json')], 5, /none\.json/u],
  ] as const)('%j ends with %d', async (args, expected, words) => {
    const { code, stderr } = await runCli(['plan', '494_bus', ...args], { cwd });
    expect([code, stderr]).toEqual([expected, expect.stringMatching(words)]);
  });

  it.each([
    ['another document', { schema: 'spmv.bench/1' }],
    ['no hosts', { ...constants, hosts: [] }],
    ['a constant that is no number', { ...constants, hosts: [{ ...constants.hosts[0], messageSeconds: 'x' }] }],
    ['no sizes', { ...constants, hosts: [{ ...constants.hosts[0], local: [] }] }],
  ])('refuses constants that are %s', async (words, value) => {
    // Tests of this file run beside each other.
    const wrong = join(folder, `${words}.json`);
    writeFileSync(wrong, JSON.stringify(value));
    const { code, stderr } = await runCli(['plan', '494_bus', '--ranks', '2', '--constants', wrong], { cwd });
    expect([code, stderr]).toEqual([5, expect.stringMatching(/holds no constants of ranks/u)]);
  });

  it('says what to install where nobody has ranks', async () => {
    const { code, stderr } = await runCli(['plan', '494_bus', '--ranks', '2'], { cwd: fakeProject({}) });
    expect([code, stderr]).toEqual([6, expect.stringMatching(/backend-petsc/u)]);
  });
});
