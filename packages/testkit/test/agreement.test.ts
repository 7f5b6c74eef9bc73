import type { Operation } from '@spmv/core';
import { spmv } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import type { CaseResult } from '../src/index.ts';
import { pluginCases } from '../src/index.ts';
import { toyBackend } from './toy/toy-backend.ts';
import { toyFormat } from './toy/toy-format.ts';
import type { ToyFunction } from './toy/toy-kernel.ts';
import { product, toyKernel } from './toy/toy-kernel.ts';
import { toyPlugin } from './toy/toy-plugin.ts';

const second = { ...toyBackend(), id: 'toy/second' };

/** What the case that compares all subjects of a plugin says, of f64. */
async function agreed(...parts: Parameters<typeof pluginCases>): Promise<CaseResult> {
  const cases = pluginCases(...parts).filter(({ id }) => /\/agreement\/.*\/f64$/u.test(id));
  expect(cases).toHaveLength(1);
  return (cases[0] as (typeof cases)[number]).run();
}

describe('what several compute', () => {
  it('is compared between them', async () => {
    const plugin = toyPlugin({ backends: [toyBackend()] });
    expect(await agreed(plugin, { backends: [second] })).toMatchObject({ status: 'passed', compared: 6 });
    // One alone has nobody to agree with.
    expect(pluginCases(plugin).filter(({ id }) => id.includes('/agreement/'))).toEqual([]);
  });

  it('names the backend that is wrong in one element, with both values', async () => {
    const wrong: ToyFunction = (args) => {
      product(args);
      if (args.rows === 7 && args.begin === 0) args.y[3] = (args.y[3] as number) + 1e-3;
    };
    const backends = [second, { ...toyBackend(), id: 'toy/third' }];
    const plugin = toyPlugin({ backends: [toyBackend({ product: wrong })] });
    const thrown: unknown = await agreed(plugin, { backends }).catch((error: unknown) => error);
    expect(String(thrown)).toMatch(/toy\/queue and .*differ in y\[3\]: 0x[\da-f]{16}, 0x[\da-f]{16}/u);
    expect(String(thrown)).toMatch(/odd one out.*@toy\/queue/u);
  });

  it('suspects a reference that says something else', async () => {
    const operation: Operation = {
      ...(spmv as unknown as Operation),
      id: 'toy/product',
      options: {},
      reference(problem) {
        const found = spmv.reference({ ...problem, options: { transpose: false } });
        const { y } = found;
        if (y) y.high[2] = (y.high[2] as number) + 1;
        return found;
      },
    };
    const kernel = { ...toyKernel, operation: 'toy/product' } as never;
    const plugin = toyPlugin({ operations: [operation], kernels: [kernel], formats: [toyFormat as never] });
    const thrown: unknown = await agreed(plugin, { backends: [toyBackend(), second] }).catch((error: unknown) => error);
    expect(String(thrown)).toMatch(/reference of an operation.*all results have .* in y\[2\], it says/su);
  });
});
