import type { PluginManifest } from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import { pluginCases, register } from '@spmv/testkit';
import { readFileSync } from 'node:fs';
import { plugin } from '../src/index.ts';
import { runner } from '../../../tools/runner.ts';

const manifest = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { readonly spmv: PluginManifest }
).spmv;

register(
  pluginCases(plugin, {
    manifest,
    backends: [serial, threads],
    params: {
      threads: [3],
      chunk: [0],
      edge: [16, 64],
      depth: [512],
      group: [16],
      directKiB: [256],
      few: [16],
      packedMiB: [256],
    },
  }),
  runner,
);
