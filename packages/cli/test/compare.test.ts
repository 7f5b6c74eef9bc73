import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ticksOf, watchOthers } from '../src/host/others-cpu.ts';
import { runCli, temporaryFolder } from './helpers/run-cli.ts';

interface Made {
  readonly host?: object;
  /** Median of each process. */
  readonly processes?: readonly number[];
  readonly matrix?: string;
}

/** A made-up document of one combination. Its samples spread by 1 %. */
function made(name: string, { host = { othersCpu: 0.01 }, processes = [1], matrix = 'cage4' }: Made): string {
  const samplesMs = processes.flatMap((median) => Array.from({ length: 20 }, (_, k) => median * (1 + k / 2000)));
  const path = join(temporaryFolder(), `${name}.json`);
  const result = {
    problem: { name: matrix, source: matrix },
    operation: 'spmv',
    backend: 'serial',
    format: 'csr',
    kernel: 'js/csr',
    precision: 'f64',
    medianMs: processes.reduce((sum, ms) => sum + ms, 0) / processes.length,
    samplesMs,
    ...(processes.length > 1 ? { processMediansMs: processes } : {}),
  };
  writeFileSync(
    path,
    JSON.stringify({ schema: 'spmv.bench/1', host: { cpu: 'Z80', cores: 2, ...host }, results: [result] }),
  );
  return path;
}

async function compare(
  a: Made,
  b: Made,
  ...flags: readonly string[]
): Promise<{ code: number | null; verdict: string; said: string }> {
  const run = await runCli(['compare', made('a', a), made('b', b), ...flags, '--json']);
  const { rows } = JSON.parse(run.stdout) as { readonly rows: readonly { readonly verdict: string }[] };
  return { code: run.code, verdict: rows[0]?.verdict ?? '', said: run.stderr };
}

describe('compare', () => {
  it('calls a change of quiet machines by its name', async () => {
    expect(await compare({}, { processes: [1.3] })).toEqual({ code: 4, verdict: 'slower', said: '' });
    expect(await compare({ processes: [1.3] }, {})).toMatchObject({ code: 0, verdict: 'faster' });
  });

  it('calls no change a regression where one of the machines was busy, and says what to do', async () => {
    const busy = { host: { othersCpu: 0.62 }, processes: [1.3] };
    const found = await compare({}, busy);
    expect(found).toMatchObject({ code: 1, verdict: 'not comparable' });
    expect(found.said).toContain('b.json is of a busy machine: other processes took 62 % of its processors.');
    const { stdout } = await runCli(['compare', made('a', {}), made('b', busy), '--width', '400']);
    expect(stdout).toContain(
      'Not comparable: busy machine. Measure both again when nothing else runs, or with spmv bench --processes 5.',
    );
    // The same times are the same, whoever else computes.
    expect(await compare({}, { host: { othersCpu: 0.62 } })).toMatchObject({ code: 0, verdict: 'same' });
  });

  it('takes a high load for a busy machine in documents without othersCpu, and tells the others', async () => {
    const loaded = { host: { loadAverage: 16 } };
    const found = await compare(loaded, { ...loaded, processes: [1.3] });
    expect(found).toMatchObject({ code: 1, verdict: 'not comparable' });
    expect(found.said).toContain('a.json is of a busy machine: its load was 16.0 on 2 cores before it began.');
    const old = await compare({ host: { loadAverage: 0.2 } }, { processes: [1.3] });
    expect(old).toMatchObject({ code: 4, verdict: 'slower' });
    expect(old.said).toContain('a.json does not say how busy its machine was while it was measured.');
  });

  it('judges several processes by their medians, on a busy machine three of each', async () => {
    const busy = { othersCpu: 0.5 };
    const before = { host: busy, processes: [1, 1.05, 1.1] };
    expect(await compare(before, { host: busy, processes: [1.3, 1.35, 1.4] })).toMatchObject({
      code: 4,
      verdict: 'slower',
    });
    expect(await compare(before, { host: busy, processes: [1.09, 1.35, 1.4] })).toMatchObject({
      code: 0,
      verdict: 'same',
    });
    expect(await compare({ host: busy, processes: [1, 1.1] }, { host: busy, processes: [1.3, 1.4] })).toMatchObject({
      code: 1,
      verdict: 'not comparable',
    });
    expect(await compare({ processes: [1, 1.3] }, { processes: [1.2, 1.5] })).toMatchObject({
      code: 0,
      verdict: 'same',
    });
  });

  it('is no success where the files have no case in common', async () => {
    const { code, stdout } = await runCli(['compare', made('a', {}), made('b', { matrix: 'LF10' }), '--width', '400']);
    expect(stdout).toContain('Nothing is in both: give two files of the same matrices, options and selection.');
    expect(code).toBe(1);
  });

  it('refuses limits below 0', async () => {
    for (const flag of ['--threshold', '--significance']) {
      const { code, stderr } = await runCli(['compare', made('a', {}), made('b', {}), `${flag}=-1`]);
      expect(stderr).toContain("'-1' is below 0.");
      expect(code).toBe(2);
    }
  });
});

describe("what others take of a machine's processors", () => {
  it('is what this process did not, of all there was', () => {
    const ticks = [
      { all: 1000, busy: 500, own: 100 },
      { all: 1200, busy: 650, own: 150 },
    ];
    expect(watchOthers(() => ticks.shift())()).toBe(0.5);
  });

  it.runIf(process.platform === 'linux')(
    'is not what ranks and the like do, while they run',
    async () => {
      const rank = 'for (;;);';
      const main = `require('node:child_process').spawnSync(process.execPath, ['-e', '${rank}'])`;
      const { pid = 0 } = spawn(process.execPath, ['-e', main], { detached: true });
      try {
        // What starts it sleeps: less than half a second of it is its own.
        await expect.poll(() => ticksOf(pid), { timeout: 20_000 }).toBeGreaterThan(100);
        expect(ticksOf(process.pid)).toBeGreaterThan(100);
      } finally {
        process.kill(-pid, 'SIGKILL');
      }
    },
    30_000,
  );

  it('is not known where the system does not say, or no time has passed', () => {
    expect(watchOthers(() => undefined)()).toBeNull();
    expect(watchOthers(() => ({ all: 5, busy: 1, own: 1 }))()).toBeNull();
  });
});

it('a bench tells what others took while it ran', async () => {
  const { stdout } = await runCli([
    'bench',
    'cage4',
    '--kernel',
    'js/csr',
    '--backend',
    'serial',
    '--runs',
    '20',
    '--json',
  ]);
  const { host } = JSON.parse(stdout) as { readonly host: { readonly othersCpu: unknown } };
  if (process.platform === 'linux') expect(host.othersCpu).toBeTypeOf('number');
  else expect(host.othersCpu).toBeNull();
});
