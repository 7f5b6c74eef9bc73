import { readFileSync } from 'node:fs';
import type { PluginManifest, SpmvKernel } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { cpuKernels } from '@spmv/kernels-cpu';
import { pluginCases, register } from '@spmv/testkit';
import { describe, it } from 'vitest';
import { plugin } from '../src/index.ts';

const { spmv: manifest } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { spmv: PluginManifest };
const kernels = cpuKernels.filter((kernel): kernel is SpmvKernel => kernel.operation === 'spmv' && kernel.target === 'js');

// Everything the interfaces promise of a backend, with other packages' kernels: it knows none of them.
register(pluginCases(plugin, { manifest, formats: formats.formats ?? [], kernels }), { describe, it });
