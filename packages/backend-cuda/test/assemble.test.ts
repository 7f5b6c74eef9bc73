import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CudaModule, ParamSpace, ParamValue } from '@spmv/core';
import { enumerateParams, kernelContext, spmv } from '@spmv/core';
import { checkEntries, cudaModules } from '@spmv/kernel-kit';
import { cudaText, sourceEntries } from '@spmv/kernel-kit/node';
import { describe, expect, it } from 'vitest';
import { cudaKernels } from '../src/kernels/index.ts';
import { runsOn } from '../src/module-store.ts';
import { needsFull } from '../../../tools/needs.ts';

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const stems = readdirSync(folder('../src/kernels'))
  .filter((name) => name.endsWith('.cu'))
  .map((name) => name.slice(0, -'.cu'.length));

/** Spilled bytes of each kernel, from ptxas's report. */
function assemble(stem: string, architecture: string): ReadonlyMap<string, number> {
  const output = join(mkdtempSync(join(tmpdir(), 'spmv-ptx-')), 'out.cubin');
  const command = [
    '-c',
    'ptxas -v -arch="$1" "$2" -o "$3" 2>&1',
    'sh',
    architecture,
    folder(`../dist/kernels/${stem}.ptx`),
    output,
  ];
  const report = execFileSync('sh', command, { encoding: 'utf8' });
  const entries = report.matchAll(/Compiling entry function '([^']+)'[\s\S]*?(\d+) bytes spill stores/g);
  return new Map([...entries].map(([, name, spill]) => [name as string, Number(spill)]));
}

describe('PTX', needsFull('ptxas', 'nvcc'), () => {
  it.each(stems.flatMap((stem) => ['sm_75', 'sm_80', 'sm_90'].map((architecture) => [stem, architecture] as const)))(
    '%s assembles for %s without spilling',
    (stem, architecture) => {
      const spills = assemble(stem, architecture);
      expect(spills.size).toBeGreaterThan(0);
      expect([...spills].filter(([, spillBytes]) => spillBytes > 0)).toEqual([]);
    },
  );

  it.each(['ellr-t', 'ellpack-r'])(
    '%s loads x plainly, or through the read-only path where that is asked for',
    (stem) => {
      const loadsOf = (name: string): readonly string[] => {
        const text = readFileSync(folder(`../dist/kernels/${name}.ptx`), 'utf8');
        return [...text.matchAll(/ld\.global(?:\.nc)?\.(?:f64|f32|u16)/gu)].map(([load]) => load);
      };
      const plain = loadsOf(stem);
      const readonly = loadsOf(`${stem}-readonly`);
      // What is left plain is y, which a product with β ≠ 0 reads.
      expect(plain.filter((load) => load.includes('.nc.'))).toEqual([]);
      expect(readonly.filter((load) => load.includes('.nc.')).length).toBeGreaterThan(
        readonly.filter((load) => !load.includes('.nc.')).length,
      );
      expect(readonly.length).toBe(plain.length);
    },
  );

  it('a module that loads x through the read-only path does not let its kernels begin early', () => {
    for (const stem of stems) {
      const early = readFileSync(folder(`../dist/kernels/${stem}.sm_90.cubin`)).includes('spmv_overlaps');
      expect(early, stem).toBe(!stem.endsWith('-readonly') && stem !== 'vector');
    }
  });

  it('there is machine code for compute capability 9.0 beside it', () => {
    for (const stem of stems) expect(existsSync(folder(`../dist/kernels/${stem}.sm_90.cubin`)), stem).toBe(true);
  });
});

const textOf = (stem: string): Promise<string> =>
  cudaText(cudaModules(new URL('../src/kernels/', import.meta.url).href, stem).at(-1) as CudaModule) as Promise<string>;

/** Every value of every axis, the unusual ones too. */
function everyValue({ axes }: ParamSpace<never>): Readonly<Record<string, readonly ParamValue[]>> {
  return Object.fromEntries(Object.entries(axes).map(([name, { values }]) => [name, values]));
}

it("every point of every kernel's parameters names an entry point of its source, and its parameters in their order", async () => {
  const sources = new Map<string, ReturnType<typeof sourceEntries>>();
  const device = { name: 'd', kind: 'gpu', precisions: ['f64'], capabilities: [], limits: {} } as const;
  for (const kernel of cudaKernels) {
    if (kernel.vendor === true) continue;
    const matrix = {
      format: kernel.format ?? '',
      shape: { rows: 64, cols: 64 },
      nnz: 64,
      valueType: 'f64',
      params: {},
      scalars: { width: 1, stride: 64, sliceCount: 2, slotCount: 0 },
      lengths: {},
    } as const;
    for (const precision of kernel.precisions) {
      const context = kernelContext(spmv, kernel, {
        matrix,
        device,
        precision,
      });
      for (const { params, rejected } of enumerateParams(
        kernel.params,
        context,
        kernel.id,
        everyValue(kernel.params),
      )) {
        if (rejected !== undefined) continue;
        const program = kernel.program(context, params);
        if (!('launches' in program)) throw new Error(`${kernel.id} is not made of launches`);
        const key = JSON.stringify(program.modules);
        const found = sources.get(key) ?? sourceEntries(program.modules);
        sources.set(key, found);
        const entries = await found;
        if (!entries) throw new Error(`${kernel.id} has no source`);
        checkEntries(kernel.id, program.launches, entries);
      }
    }
  }
});

it('sources for NVRTC are one text', async () => {
  for (const stem of stems) {
    const text = await textOf(stem);
    expect(text).not.toContain('#include "');
    expect(text.match(/constexpr int kWarp = 32;/g)).toHaveLength(1);
  }
});

it.each([
  ['cubin', 90, 90, true],
  ['cubin', 90, 100, false],
  ['cubin', 90, 89, false],
  ['cubin', 80, 86, true],
  ['ptx', 75, 90, true],
  ['ptx', 75, 70, false],
] as const)('%s for %d runs on %d: %s', (language, minCompute, compute, expected) => {
  expect(runsOn({ language, minCompute, source: { kind: 'text', text: '' } }, compute)).toBe(expected);
});
