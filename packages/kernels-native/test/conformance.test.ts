import type { Kernel, PluginManifest } from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import { plugin as formats } from '@spmv/formats';
import { kernelCases, pluginCases, register } from '@spmv/testkit';
import { readFileSync } from 'node:fs';
import { describe, it } from 'vitest';
import { createNativeKernels, plugin } from '../src/index.ts';
import { foundLevels } from './levels.ts';

const manifest = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { readonly spmv: PluginManifest }
).spmv;
const known = formats.formats ?? [];
const runner = { describe, it, skip: it.skip };

register(pluginCases(plugin, { manifest, formats: known, backends: [serial] }), runner);

const casesOf = (level: string | undefined, parts: Omit<Parameters<typeof kernelCases>[0], 'kernel' | 'format'>) =>
  createNativeKernels(level === undefined ? {} : { level }).flatMap((kernel) => {
    const format = known.find(({ id }) => id === kernel.format);
    return format ? kernelCases({ ...parts, kernel: kernel as Kernel, format }) : [];
  });

// The same code on workers: what may differ there is how the work is divided.
register(casesOf(undefined, { backend: threads, params: { threads: [3], chunk: [0] }, precisions: ['f64'] }), runner, {
  name: 'conformance on threads',
});

// Every other set of instructions that the processor has: the best one is tried above.
for (const level of foundLevels().slice(1))
  register(casesOf(level, { backend: serial }), runner, { name: `conformance of ${level}` });
