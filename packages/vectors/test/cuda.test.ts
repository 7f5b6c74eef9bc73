import type { Backend, CudaLaunchProgram, DeviceInfo, Kernel, KernelContext } from '@spmv/core';
import { cuda } from '@spmv/backend-cuda';
import { isSpmvError, kernelContext, openBackend } from '@spmv/core';
import { VECTOR_PASSES } from '@spmv/kernel-kit';
import { createSession, kernelCases, register } from '@spmv/testkit';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cudaKernels, gatherKernels, plugin } from '../src/index.ts';
import { listOf } from '../src/kernels/variants.ts';
import { productOf } from './problems.ts';
import { safetyCases, unseenCases } from './unseen.ts';
import { needs, needsBackend, needsFull } from '../../../tools/needs.ts';
import { runner, triable } from '../../../tools/runner.ts';

const [, cudaGather] = gatherKernels;
const KERNELS = [...listOf(cudaKernels), cudaGather] as unknown as readonly Kernel<'cuda'>[];
const STEMS = ['pass', 'scalar', 'gather'].flatMap((stem) => [stem, `${stem}-complex`]);
const built = (file: string): string => fileURLToPath(new URL(`../dist/kernels/${file}`, import.meta.url));
const device: DeviceInfo = {
  name: 'd',
  kind: 'gpu',
  precisions: ['f64', 'f32'],
  capabilities: [],
  limits: { compute: 90, multiprocessors: 132, maxSharedBytes: 232_448, maxThreadsPerBlock: 1024 },
};

function operationOf({ operation: id }: Pick<Kernel, 'operation'>) {
  const found = plugin.operations?.find((one) => one.id === id);
  if (!found) throw new RangeError(`no operation ${id}`);
  return found;
}

function contextOf(kernel: Kernel<'cuda'>, precision: 'f64' | 'f32' = 'f64', n = 5000): KernelContext {
  const operation = operationOf(kernel);
  const sizes = operation.id === 'scalar' ? {} : { n };
  return kernelContext(operation, kernel, { device, precision: { precision, accumulator: precision }, sizes });
}

const programOf = (kernel: Kernel<'cuda'>, context: KernelContext, blockSize = 256): CudaLaunchProgram =>
  kernel.program(context, { blockSize }) as CudaLaunchProgram;

describe('machine code', needs('nvcc'), () => {
  it.each(STEMS.flatMap((stem) => ['sm_75', 'sm_80', 'sm_90'].map((to) => [stem, to] as const)))(
    'of %s for %s is made without spilling',
    { ...needsFull('ptxas', 'nvcc'), timeout: 600_000 },
    (stem, architecture) => {
      const output = join(mkdtempSync(join(tmpdir(), 'spmv-vectors-')), 'out.cubin');
      const command = `ptxas -v -arch=${architecture} '${built(`${stem}.ptx`)}' -o '${output}' 2>&1`;
      const report = execFileSync('sh', ['-c', command], { encoding: 'utf8' });
      const spills = [...report.matchAll(/(\d+) bytes spill stores/g)].map(([, bytes]) => Number(bytes));
      expect(spills.length).toBeGreaterThan(0);
      expect(new Set(spills)).toEqual(new Set([0]));
    },
  );

  it.each(['pass', 'pass-complex'])(
    'of %s loads 16 bytes at a time, and nothing by the path that may hold what was there before',
    (stem) => {
      const text = readFileSync(built(`${stem}.ptx`), 'utf8');
      const entries = text.split('.entry ').slice(1);
      const passes = entries.filter((entry) => !entry.startsWith('total'));
      expect(passes).toHaveLength(2 * VECTOR_PASSES.length);
      for (const pass of passes) expect(pass).toMatch(/ld\.global\.v(?:2\.f64|4\.f32)/u);
      expect(text).not.toMatch(/ld\.global\.nc/u);
    },
  );
});

describe('launches', () => {
  it('give every thread one step, and long vectors at most 16384 blocks', () => {
    const grid = (n: number, precision: 'f64' | 'f32' = 'f64') =>
      programOf(cudaKernels.linear.none, contextOf(cudaKernels.linear.none, precision, n)).launches[0]?.grid;
    expect(grid(1)).toEqual([1, 1, 1]);
    expect(grid(1025)).toEqual([2, 1, 1]);
    expect(grid(2049, 'f32')).toEqual([2, 1, 1]);
    expect(grid(1e9)).toEqual([16_384, 1, 1]);
  });

  it('have a place for the sums of every block, and add them up in a second one', () => {
    const kernel = cudaKernels.linear['dot-norm'];
    const { launches, scratch } = programOf(kernel, contextOf(kernel), 128);
    expect(scratch).toEqual({ sums: 10 * 2 * 8 });
    expect(launches.map(({ entryPoint }) => entryPoint)).toEqual(['linear_dot_norm_f64', 'total_both_f64']);
    const none = { i64: 0 };
    const vectors = ['y', none, 'x', none, 'y', 'z', 'scratch.sums'];
    const factors = ['b', none, 'a', none, none, none, 'beta', 'alpha'];
    expect(Object.values(launches[0]?.arguments ?? {})).toEqual([...vectors, ...factors, { i32: 5000 }]);
    expect(Object.values(launches[1]?.arguments ?? {})).toEqual(['scratch.sums', 's', 't', { i32: 10 }]);
  });

  it('are refused where 32 bits do not count the elements', () => {
    const kernel = cudaKernels.advance;
    let said: unknown;
    try {
      programOf(kernel, contextOf(kernel, 'f64', 2 ** 31 - 1));
    } catch (error) {
      said = isSpmvError(error) && error.code;
    }
    expect(said).toBe('KERNEL.REFUSED');
  });
});

const session = createSession(cuda);
register(
  await triable(
    [cuda],
    KERNELS.flatMap((kernel) =>
      kernelCases({ kernel: kernel as unknown as Kernel, operation: operationOf(kernel), backend: cuda, session }),
    ),
  ),
  runner,
);

const probe = await cuda.probe();
describe('on a device', needsBackend('cuda', probe), () => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await openBackend(cuda);
  });
  afterAll(() => backend.dispose());

  it.each(unseenCases([cudaKernels]))('%s', async (_name, given) => {
    for (const [name, report] of Object.entries((await productOf(backend, given)).reports))
      expect([name, report.failures, report.unjudged, Number.isFinite(report.got)]).toEqual([name, 0, 0, true]);
  });

  it.each(safetyCases([cudaKernels]))('%s', async (_name, given, expected) => {
    const { results, reports } = await productOf(backend, given);
    expect([results['s']?.[0], reports['s']?.failures]).toEqual([expected, 0]);
  });
});
