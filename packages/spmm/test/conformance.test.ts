import type { PluginManifest } from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import { packed } from '@spmv/format-packed';
import { sell } from '@spmv/format-sell';
import { csr, ellpack } from '@spmv/formats';
import { pluginCases, register } from '@spmv/testkit';
import { readFileSync } from 'node:fs';
import { describe, it } from 'vitest';
import { plugin } from '../src/index.ts';

const manifest = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { readonly spmv: PluginManifest }
).spmv;

register(
  pluginCases(plugin, {
    manifest,
    backends: [serial, threads],
    formats: [csr, ellpack, packed, sell],
    params: { threads: [3], chunk: [0] },
  }),
  {
    describe,
    it,
    skip: it.skip,
  },
);
