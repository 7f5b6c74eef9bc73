import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import { csr } from '@spmv/formats';
import { pluginCases, register } from '@spmv/testkit';
import { plugin } from '../src/index.ts';
import { manifestOf, runner } from '../../../tools/runner.ts';

register(
  pluginCases(plugin, { manifest: manifestOf(import.meta.url), backends: [serial, threads], formats: [csr] }),
  runner,
);
