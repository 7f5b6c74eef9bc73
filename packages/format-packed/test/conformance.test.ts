import { readFileSync } from 'node:fs';
import type { PluginManifest } from '@spmv/core';
import { pluginCases, register } from '@spmv/testkit';
import { describe, it } from 'vitest';
import plugin from '../src/plugin.ts';

const { spmv: manifest } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  spmv: PluginManifest;
};

// Storage alone: its kernels come with the backends for GPUs, whose tests multiply with it.
register(pluginCases(plugin, { manifest }), { describe, it });
