import type { Backend, Kernel } from '@spmv/core';
import { buildMatrix, cooFromEntries, createRegistry, openBackend, spmv } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { execFile } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { queryObjects } from 'node:v8';
import { describe, expect, it, vi } from 'vitest';
import { plugin, threads } from '../src/index.ts';
import { needsFull } from '../../../tools/needs.ts';

const registry = createRegistry([formats, plugin]);
const n = 64;
const identity = cooFromEntries(
  { rows: n, cols: n },
  { rowIndex: [...Array(n).keys()], colIndex: [...Array(n).keys()], values: Array<number>(n).fill(1) },
);
const matrix = buildMatrix(registry.format('csr'), identity);

function kernelOf(name: string): Kernel {
  const pass = {
    module: new URL('./die.ts', import.meta.url).href,
    export: name,
    partition: { unit: 'rows', count: n },
  };
  return {
    ...(registry.kernel('js/csr') as Kernel<'js'>),
    id: `test/${name}`,
    analyse: () => ({ gate: new Int32Array(1) }),
    program: () => ({ passes: [pass] }),
  };
}

async function prepare(backend: Backend, kernel: Kernel) {
  const operator = await backend.prepare({ operation: spmv, matrix, kernel, params: { threads: 3 } });
  const x = backend.vector(new Float64Array(n).fill(2));
  const y = backend.vector(n);
  return { operator, x, y };
}

describe('supervision', () => {
  it('a worker that ends is an error, at once and afterwards, and the pool can be ended', async () => {
    const backend = await openBackend(threads);
    const { operator, x, y } = await prepare(backend, kernelOf('exits'));
    expect(() => operator.apply(x, y)).toThrow(expect.objectContaining({ code: 'BACKEND.WORKER_LOST' }) as Error);
    expect(() => operator.apply(x, y)).toThrow(expect.objectContaining({ code: 'BACKEND.WORKER_LOST' }) as Error);
    await expect(prepare(backend, kernelOf('slow'))).rejects.toMatchObject({ code: 'BACKEND.WORKER_LOST' });
    await backend.dispose();
    const again = await openBackend(threads);
    const fresh = await prepare(again, registry.kernel('js/csr') as Kernel);
    fresh.operator.apply(fresh.x, fresh.y);
    expect(await fresh.y.read()).toEqual(new Float64Array(n).fill(2));
    await again.dispose();
  });

  it('what workers were asked for is not remembered', needsFull(), async () => {
    const backend = await openBackend(threads);
    const kernel = registry.kernel('js/csr') as Kernel;
    const promises = () => queryObjects(Promise, { format: 'count' }) as unknown as number;
    const operators = async (count: number): Promise<void> => {
      for (let k = 0; k < count; k++) await (await prepare(backend, kernel)).operator.dispose();
    };
    await operators(5);
    const before = promises();
    await operators(200);
    // On a busy machine the last answers still come in; a leak of 600 promises stays.
    await expect.poll(promises, { timeout: 10_000, interval: 100 }).toBeLessThan(before + 100);
    await backend.dispose();
  });

  it('a kernel that throws is an error with its words, and the pool goes on', async () => {
    const backend = await openBackend(threads);
    const { operator, x, y } = await prepare(backend, kernelOf('throws'));
    expect(() => operator.apply(x, y)).toThrow(/thread 1: row 7 is out of range/);
    const good = await prepare(backend, registry.kernel('wasm/csr-simd') as Kernel);
    good.operator.apply(good.x, good.y);
    expect(await good.y.read()).toEqual(new Float64Array(n).fill(2));
    await backend.dispose();
  });

  it('a module that is missing in the workers is KERNEL.LOAD_FAILED', async () => {
    const backend = await openBackend(threads);
    const broken = {
      ...kernelOf('slow'),
      program: () => ({
        passes: [{ module: 'file:///nowhere/x.js', export: 'x', partition: { unit: 'rows', count: n } }],
      }),
    };
    await expect(prepare(backend, broken)).rejects.toMatchObject({ code: 'KERNEL.LOAD_FAILED' });
    await backend.dispose();
  });

  it('where threads are not waited for, the calling thread computes until they are there, and what keeps them away is an error of a product', async () => {
    const backend = await openBackend(threads, { options: { startMilliseconds: 0 } });
    const { operator, x, y } = await prepare(backend, registry.kernel('js/csr') as Kernel);
    operator.apply(x, y);
    expect(await y.read()).toEqual(new Float64Array(n).fill(2));
    // Whoever times products waits for them once.
    const waits = vi.spyOn(globalThis, 'setTimeout');
    await backend.finish();
    await backend.finish();
    expect(waits.mock.calls.map(([, ms]) => ms).filter((ms) => ms !== undefined && ms >= 25)).toHaveLength(1);
    waits.mockRestore();
    const text = `if (globalThis.isCaller !== true) throw new Error('not in a worker'); export function run({ y }) { y.fill(3); }`;
    Object.assign(globalThis, { isCaller: true });
    const module = `data:text/javascript,${encodeURIComponent(text)}`;
    const partition = { unit: 'rows', count: n } as const;
    const broken = await prepare(backend, {
      ...kernelOf('slow'),
      program: () => ({ passes: [{ module, export: 'run', partition }] }),
    });
    const apply = async (): Promise<void> => {
      // Until it throws, as it does once the workers have answered.
      const end = performance.now() + 60_000;
      while (performance.now() < end) {
        broken.operator.apply(broken.x, broken.y);
        await backend.finish();
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    };
    await expect(apply()).rejects.toMatchObject({ code: 'KERNEL.LOAD_FAILED' });
    await backend.dispose();
  });

  it('an array that does not fit is named with its bytes', async () => {
    const backend = await openBackend(threads);
    backend.vector(400_000_000);
    await expect(async () => backend.vector(400_000_000)).rejects.toMatchObject({
      code: 'BACKEND.OUT_OF_MEMORY',
      details: { array: 'vector', bytes: 3_200_000_000 },
    });
    await backend.dispose();
  });

  it('the caller sleeps while it waits for slow workers', async () => {
    const backend = await openBackend(threads);
    const { operator, x, y } = await prepare(backend, kernelOf('slow'));
    for (let run = 0; run < 3; run++) operator.apply(x, y);
    expect(await y.read()).toEqual(new Float64Array(n).fill(1));
    await backend.dispose();
  });

  it('operators prepared, applied and disposed of in any order do not disturb one another', async () => {
    const backend = await openBackend(threads);
    const kernel = registry.kernel('js/csr') as Kernel;
    const x = backend.vector(new Float64Array(n).fill(2));
    const first = await backend.prepare({ operation: spmv, matrix, kernel, params: { threads: 2 } });
    const y = backend.vector(n);
    // Products while workers are being started and told of other operators.
    const others = [5, 3, 4].map(async (team) =>
      backend.prepare({ operation: spmv, matrix, kernel, params: { threads: team } }),
    );
    for (let run = 0; run < 50; run++) {
      first.apply(x, y);
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    for (const other of await Promise.all(others)) {
      await y.write(new Float64Array(n));
      other.apply(x, y);
      expect(await y.read()).toEqual(new Float64Array(n).fill(2));
      first.apply(x, y);
      await other.dispose();
    }
    await backend.dispose();
  });

  it('idle workers cost no CPU, and a process that forgets to dispose of them still ends', async () => {
    const script = fileURLToPath(new URL('./idle.ts', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=@spmv/source', script]);
    const { cpuMs, wallMs } = JSON.parse(stdout) as { readonly cpuMs: number; readonly wallMs: number };
    expect(cpuMs).toBeLessThan(0.2 * wallMs);
  });

  it('leaves the signals of the process alone', async () => {
    const before = process.listeners('SIGTERM');
    const backend = await openBackend(threads);
    await prepare(backend, kernelOf('slow'));
    expect(process.listeners('SIGTERM')).toEqual(before);
    await backend.dispose();
  });
});
