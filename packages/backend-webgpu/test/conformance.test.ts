import type { PluginManifest } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { pluginCases, register } from '@spmv/testkit';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { plugin } from '../src/index.ts';
import { unavailable } from './adapter.ts';
import { unless } from '../../../tools/needs.ts';
import { FULL, runner, sampled } from '../../../tools/runner.ts';

const manifest = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { readonly spmv: PluginManifest }
).spmv;

// SwiftShader emulates every barrier and compiles slowly: few points of each parameter space here, all of them in the full lane.
const few = {
  blockSize: [64],
  items: [4],
  threadsPerRow: [4],
  multiple: [4],
  alignment: [1, 32],
  sizes: ['uniform'],
};

it('there is an adapter', unless(unavailable), () => {
  expect(unavailable).toBeUndefined();
});

if (unavailable === undefined) {
  register(
    sampled(pluginCases(plugin, { manifest, formats: formats.formats ?? [], params: FULL ? {} : few })),
    runner,
    { tiers: FULL ? ['quick', 'full'] : ['quick'] },
  );
}
