import { expect, it } from 'vitest';
import { FORMATS } from '../../src/matrix/formats.ts';
import { neededPlugins, PLUGINS } from '../../src/run/plugins.ts';

it('the packages of a run bring what they say, and every format that the page shows', async () => {
  for (const { package: name, formats, backend, load } of PLUGINS) {
    const { plugin } = await load();
    expect(plugin.name).toBe(name);
    expect((plugin.formats ?? []).map(({ id }) => id).toSorted()).toEqual(formats.toSorted());
    expect((plugin.backends ?? []).map(({ id }) => id)).toEqual(backend === undefined ? [] : [backend]);
  }
  const brought = PLUGINS.flatMap(({ formats }) => formats);
  expect(brought.toSorted()).toEqual(FORMATS.map(({ id }) => id).toSorted());
});

it('a run loads what it was asked for, and what speed-ups refer to', () => {
  const names = neededPlugins(['sell'], ['webgpu']).map(({ package: name }) => name);
  expect(names).toEqual(['@spmv/formats', '@spmv/format-sell', '@spmv/backend-serial', '@spmv/backend-webgpu']);
  expect(neededPlugins(undefined, undefined)).toHaveLength(PLUGINS.length);
});
