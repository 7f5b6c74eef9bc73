import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import { csr } from '@spmv/formats';
import type { ConformanceCase } from '@spmv/testkit';
import { pluginCases, register } from '@spmv/testkit';
import { plugin } from '../src/index.ts';
import { FULL, manifestOf, onWorkers, runner } from '../../../tools/runner.ts';

const manifest = manifestOf(import.meta.url);

/** What the quick lane tries on threads. */
const quick = /@threads\/f64\/product\/(?:one-full-row|power-law|tridiagonal)$/u;
const tried = (cases: readonly ConformanceCase[]) => (FULL ? cases : cases.filter(({ id }) => quick.test(id)));

register(pluginCases(plugin, { manifest, backends: [serial], formats: [csr] }), runner);
register(tried(pluginCases(plugin, { manifest, backends: [threads], formats: [csr] })), onWorkers, {
  name: 'conformance on threads',
});
