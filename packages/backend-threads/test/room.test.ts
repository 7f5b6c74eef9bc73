import type { LaunchContext, Kernel } from '@spmv/core';
import { buildMatrix, cooFromEntries, createRegistry, isRefusal, isSpmvError, openBackend, spmv } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { createSharedHeap } from '@spmv/kernels-cpu/runtime';
import { execFile } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { coreCount } from '../src/cores.ts';
import { plugin, threads } from '../src/index.ts';
import type { OperatorDescription } from '../src/messages.ts';
import { createPool } from '../src/pool/pool.ts';
import { readMachine, requireRoom, roomFor } from '../src/pool/room.ts';
import { launchParams } from '../src/schedule/launch-params.ts';
import { needsLinux } from '../../../tools/needs.ts';

const GB = 1e9;
const registry = createRegistry([formats, plugin]);
const matrix = buildMatrix(
  registry.format('csr'),
  cooFromEntries({ rows: 2, cols: 2 }, { rowIndex: [0, 1], colIndex: [0, 1], values: [1, 1] }),
);
const kernel = registry.kernel('wasm/csr-simd') as Kernel;

describe('room for threads', () => {
  it('is what cores, free memory and addresses allow, whichever is least', () => {
    expect(roomFor({ cores: 2 }, 0).threads).toBe(32);
    expect(roomFor({ cores: 2, freeBytes: 0.4 * GB }, 0).threads).toBe(1 + 10);
    expect(roomFor({ cores: 64, freeBytes: 64 * GB, freeAddresses: 7.5 * GB }, 0).threads).toBe(1 + 10);
    // Workers that run have theirs already.
    expect(roomFor({ cores: 64, freeBytes: 64 * GB, freeAddresses: 7.5 * GB }, 5).threads).toBe(1 + 5 + 10);
    expect(roomFor({ cores: 2, freeBytes: 0, freeAddresses: 0 }, 0).threads).toBe(1);
  });

  it('names the number and the reason when a team does not fit', () => {
    const refusal = (team: number, machine: Parameters<typeof roomFor>[0]): unknown => {
      try {
        requireRoom(team, 0, machine);
        return undefined;
      } catch (error) {
        return error;
      }
    };
    expect(refusal(32, { cores: 2, freeBytes: 64 * GB })).toBeUndefined();
    const cores = refusal(256, { cores: 2, freeBytes: 64 * GB });
    expect(isRefusal(cores)).toBe(true);
    expect(cores).toMatchObject({
      code: 'BACKEND.LIMIT',
      message: "Backend 'threads' cannot start 256 threads here, only 32: at most 16 for each of 2 cores.",
      fix: 'Use threads=32 or fewer.',
    });
    expect(refusal(12, { cores: 2, freeBytes: 0.4 * GB })).toMatchObject({
      message: expect.stringMatching(
        /only 11: each worker takes 20.0 MB, and half of the free memory is 200.* MB/,
      ) as string,
    });
    expect(refusal(12, { cores: 2, freeAddresses: 7.5 * GB })).toMatchObject({
      message: expect.stringMatching(/only 11: .* ulimit -v leaves 6.50 GB/) as string,
    });
  });

  it('refuses more threads than that before it starts one, and goes on with fewer', async () => {
    const backend = await openBackend(threads);
    const most = roomFor(await readMachine(await coreCount()), 0).threads;
    const prepare = async (team: number) =>
      backend.prepare({ operation: spmv, matrix, kernel, params: { threads: team } });
    const tooMany = await prepare(Math.min(512, 16 * (await coreCount()) + 1)).catch((error: unknown) => error);
    if (most < 512) expect(isSpmvError(tooMany, 'BACKEND.LIMIT')).toBe(true);
    const operator = await prepare(2);
    const y = backend.vector(2);
    operator.apply(backend.vector([3, 4]), y);
    expect([...(await y.read())]).toEqual([3, 4]);
    await backend.dispose();
  });

  it(
    'under ulimit -v a team that does not fit is refused, where the engine would abort the process',
    needsLinux(),
    async () => {
      const script = fileURLToPath(new URL('./limited.ts', import.meta.url));
      // Of 12 GiB the engine's own reservations leave so little that Node may end while it reads certificates (NODE_EXTRA_CA_CERTS).
      const { stdout } = await promisify(execFile)('sh', [
        '-c',
        'ulimit -v 12000000 && exec "$0" --conditions=@spmv/source "$1"',
        process.execPath,
        script,
      ]);
      expect(JSON.parse(stdout)).toEqual({ code: 'BACKEND.LIMIT', named: true, y: [3, 4] });
    },
  );
});

describe('threads by default', () => {
  const suggested = (nnz: number, rows: number, cores: number): number | undefined =>
    launchParams.suggest?.({
      device: { limits: { threads: cores } },
      matrix: { nnz, shape: { rows, cols: rows } },
    } as unknown as LaunchContext).threads;

  it('are one for a product that takes less than waking a worker, and as many as have work otherwise', () => {
    expect([100, 1666, 16_000].map((nnz) => suggested(nnz, 300, 64))).toEqual([1, 1, 1]);
    expect(suggested(76_367, 2597, 2)).toBe(2);
    expect(suggested(76_367, 2597, 16)).toBe(16);
    expect(suggested(20_000, 1000, 64)).toBe(5);
    expect(suggested(0, 1_000_000, 8)).toBe(8);
    expect(suggested(5_000_000, 100_000, 1)).toBe(1);
  });

  it('are as many as a dense product has work for, which has no matrix', () => {
    const ofDense = (n: number): number | undefined =>
      launchParams.suggest?.({ device: { limits: { threads: 16 } }, flops: 2 * n ** 3 } as unknown as LaunchContext)
        .threads;
    expect([16, 32, 64].map(ofDense)).toEqual([1, 1, 1]);
    expect(ofDense(100)).toBe(7);
    expect(ofDense(512)).toBe(16);
  });

  it('take a large dense product in chunks, and nothing else', () => {
    const device = { limits: { threads: 16 } };
    const schedule = (flops: number, matrix?: object): unknown =>
      launchParams.suggest?.({ device, flops, matrix } as unknown as LaunchContext).schedule;
    expect([2 * 512 ** 3, 2 * 511 ** 3].map((flops) => schedule(flops))).toEqual(['dynamic', undefined]);
    expect(schedule(2e9, { nnz: 1e9, shape: { rows: 1000 } })).toBeUndefined();
  });

  it('products of a small matrix start no worker and check no memory for one', async () => {
    let asked = 0;
    const pool = createPool({
      heap: createSharedHeap(),
      cores: 2,
      spinMicroseconds: 0,
      startMilliseconds: Infinity,
      readMachine: async () => {
        asked++;
        return { cores: 2 };
      },
    });
    await pool.load({ id: 0 } as unknown as OperatorDescription, 1);
    expect(asked).toBe(0);
    await pool.dispose();
  });

  it('where nobody waits for them, start when products alone took as long as that takes, or when somebody times products', async () => {
    const alone: number[] = [];
    const pools = [0, 1].map((p) => {
      let asked = 0;
      const pool = createPool({
        heap: createSharedHeap(),
        cores: 2,
        spinMicroseconds: 0,
        startMilliseconds: 0,
        readMachine: async () => {
          asked++;
          return { cores: 2 };
        },
      });
      /** A product of so many milliseconds, in two parts. */
      const product = (ms: number): void =>
        pool.run(
          {
            operator: 0,
            index: 0,
            shares: new Float64Array([0.5, 0.5]),
            run(part) {
              alone.push(10 * p + part);
              for (const end = performance.now() + ms / 2; performance.now() < end;);
            },
          },
          { id: 1, values: new Float64Array(0) },
        );
      return { pool, product, asked: () => asked };
    });
    const [paid, timed] = pools as [(typeof pools)[number], (typeof pools)[number]];
    for (const { pool } of pools) await pool.load({ id: 0, passes: [] } as unknown as OperatorDescription, 2);
    for (const { product } of pools) product(0);
    await new Promise((resolve) => void setTimeout(resolve, 5));
    expect(pools.map(({ asked }) => asked())).toEqual([0, 0]);
    paid.product(30);
    await timed.pool.settled();
    expect(pools.map(({ asked }) => asked())).toEqual([1, 1]);
    expect(alone).toEqual([0, 1, 10, 11, 0, 1]);
    for (const { pool } of pools) await pool.dispose();
  });

  it('ask for room when workers are to be started, and not for each operator that runs on those there are', async () => {
    let asked = 0;
    const pool = createPool({
      heap: createSharedHeap(),
      cores: 2,
      spinMicroseconds: 0,
      startMilliseconds: Infinity,
      readMachine: async () => {
        asked++;
        return { cores: 2 };
      },
    });
    const load = (id: number, team: number): Promise<void> =>
      pool.load({ id, passes: [] } as unknown as OperatorDescription, team);
    try {
      await load(0, 2);
      await load(1, 2);
      expect(asked).toBe(1);
      await load(2, 3);
      expect(asked).toBe(2);
    } finally {
      await pool.dispose();
    }
  });
});
