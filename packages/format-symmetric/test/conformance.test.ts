import { serial } from '@spmv/backend-serial';
import { pluginCases, register } from '@spmv/testkit';
import { plugin } from '../src/index.ts';
import { TEST_MATRICES } from './matrices.ts';
import { manifestOf, runner } from '../../../tools/runner.ts';

register(
  pluginCases(plugin, { manifest: manifestOf(import.meta.url), backends: [serial], matrices: TEST_MATRICES }),
  runner,
);
