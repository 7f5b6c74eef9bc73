import { serial } from '@spmv/backend-serial';
import { pluginCases, register } from '@spmv/testkit';
import { plugin } from '../src/index.ts';
import { manifestOf, runner } from '../../../tools/runner.ts';

register(pluginCases(plugin, { manifest: manifestOf(import.meta.url), backends: [serial] }), runner);
