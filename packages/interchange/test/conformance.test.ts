import type { FileType } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { fileCases, pluginCases, register, runCases } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { plugin } from '../src/index.ts';
import { manifestOf, runner } from '../../../tools/runner.ts';

register(pluginCases(plugin, { manifest: manifestOf(import.meta.url) }), runner);

describe('the kit says no', () => {
  const npz = plugin.files?.find(({ id }) => id === 'npz') as FileType;
  const failed = async (type: FileType): Promise<readonly string[]> =>
    (await runCases(fileCases(type), { subject: type.id })).cases.flatMap(({ id, status }) =>
      status === 'failed' ? [id.replace(/^.*\/file\//, '')] : [],
    );

  it.each<readonly [what: string, change: Partial<FileType>, expected: string]>([
    ['endings without a dot', { endings: ['npz'] }, 'declared'],
    ['a type that takes every file', { recognises: () => true }, 'declared'],
    ['a type that does not know its own', { recognises: () => false }, 'reads-back/integers'],
    [
      'a value that is lost',
      { read: async (...given) => ({ ...(await npz.read(...given)), values: new Float64Array(0) }) },
      'reads-back/integers',
    ],
    [
      'another shape',
      { read: async (...given) => ({ ...(await npz.read(...given)), shape: { rows: 1, cols: 1 } }) },
      'reads-back/integers',
    ],
    ['limits that do not hold', { read: (bytes) => npz.read(bytes, { limits: {} }) }, 'limits'],
    [
      'a crash',
      { read: (...given) => npz.read(...given).catch(() => Promise.reject(new TypeError('x is undefined'))) },
      'damage',
    ],
  ])('to %s', async (_, change, expected) => {
    expect(await failed({ ...npz, ...change })).toContain(expected);
  });

  it('and yes to a package of files alone, whose files are read back', async () => {
    const own = definePlugin({ name: '@acme/files', apiVersion: API_VERSION, files: [{ ...npz, id: 'acme/npz' }] });
    expect((await runCases(pluginCases(own), { subject: own.name })).conforms).toBe(true);
  });
});
