import { readFileSync } from 'node:fs';
import type { PluginManifest } from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { pluginCases, register } from '@spmv/testkit';
import { plugin } from '../src/index.ts';
import { runner } from '../../../tools/runner.ts';

const { spmv: manifest } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  spmv: PluginManifest;
};

register(pluginCases(plugin, { manifest, backends: [serial] }), runner);
