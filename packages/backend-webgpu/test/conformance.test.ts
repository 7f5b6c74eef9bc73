import { plugin as formats } from '@spmv/formats';
import { pluginCases, register } from '@spmv/testkit';
import { expect, it } from 'vitest';
import { plugin } from '../src/index.ts';
import { unavailable } from './adapter.ts';
import { unless } from '../../../tools/needs.ts';
import { FULL, manifestOf, runner } from '../../../tools/runner.ts';

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

/** df64 differs from f32 in its arithmetic alone: the quick lane tries it where digits and rows are lost. */
const OF_DF64 =
  /\/(?:declaration|program|ordinary|accumulator|reproducibility|(?:product|operation)\/(?:wide|power-law|long-row|cancellation|huge-values|subnormals))$/u;

/** Whether the quick lane has a case: every third of a kernel, another third for each kernel, and the ordinary product of all. */
function isSampled(id: string): boolean {
  if (!/@webgpu\//u.test(id) || /\/(?:ordinary|(?:product|operation)\/wide)$/u.test(id)) return true;
  if (id.includes('/df64') && !OF_DF64.test(id)) return false;
  const sum = Array.from(id).reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return sum % 3 === 0;
}

if (unavailable === undefined) {
  register(
    pluginCases(plugin, {
      manifest: manifestOf(import.meta.url),
      formats: formats.formats ?? [],
      params: FULL ? {} : few,
    }).filter(({ id }) => FULL || isSampled(id)),
    runner,
    { tiers: FULL ? ['quick', 'full'] : ['quick'] },
  );
}
