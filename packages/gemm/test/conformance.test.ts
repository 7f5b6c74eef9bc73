import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import { pluginCases, register } from '@spmv/testkit';
import { plugin } from '../src/index.ts';
import { manifestOf, runner } from '../../../tools/runner.ts';

register(
  pluginCases(plugin, {
    manifest: manifestOf(import.meta.url),
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
