import type { Kernel } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import { csr } from '@spmv/formats';
import { plugin as spmm } from '@spmv/spmm';
import { expect, it } from 'vitest';
import { kernelsBeside } from '../src/session/conform-subject.ts';

const kernel = (
  target: 'js' | 'wasm',
  name: string,
  operation = 'spmm',
  format = 'csr',
  transpose = false,
): Kernel => ({
  kind: 'kernel',
  id: `${target}/${name}`,
  operation,
  target,
  format,
  title: '',
  sources: [],
  options: { transpose },
  precisions: [{ precision: 'f64', accumulator: 'f64' }],
  reproducibility: 'bitwise',
  requires: [],
  params: NO_PARAMS,
  program: () => ({ passes: [] }),
});

const all = [
  kernel('js', 'csr', 'spmv'),
  kernel('js', 'sell', 'spmv', 'sell'),
  kernel('js', 'spmm-csr'),
  kernel('js', 'spmm-sell', 'spmm', 'sell'),
  kernel('wasm', 'spmm-csr'),
  kernel('js', 'spmm-csr-transposed', 'spmm', 'csr', true),
];
const ids = (kernels: readonly Kernel[]): readonly string[] => kernels.map(({ id }) => id);

it('a backend is tried with all kernels of SpMV and one of each variant of what others compute, in each language', () => {
  const backend = { name: 'a', apiVersion: 2 };
  expect(ids(kernelsBeside(backend, all))).toEqual(ids(all).filter((id) => id !== 'js/spmm-sell'));
});

it('a plugin is tried with all kernels of its own operations and formats', () => {
  expect(kernelsBeside(spmm, all)).toEqual(all);
  const format = { name: 'a', apiVersion: 2, formats: [{ ...csr, id: 'sell' }] };
  expect(kernelsBeside(format, all)).toEqual(all);
});
