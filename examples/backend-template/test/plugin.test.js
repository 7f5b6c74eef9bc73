// @ts-check
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { plugin as formats } from '@spmv/formats';
import { cpuKernels } from '@spmv/kernels-cpu';
import { pluginCases, register } from '@spmv/testkit';
// By its name: what is tested is the build, as whoever installs it gets it.
import { plugin } from '@acme/spmv-backend-plain';

const { spmv: manifest } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const kernels = cpuKernels.filter(({ operation, target }) => operation === 'spmv' && target === 'js');

// Everything the interfaces promise of a backend, with other packages' kernels: it knows none of them.
register(pluginCases(plugin, { manifest, formats: formats.formats ?? [], kernels }), { describe, it });
