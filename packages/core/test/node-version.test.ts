import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isSupportedNode, nodeObstacle, SUPPORTED_NODES } from '@spmv/core/node-version';

describe('the Nodes that spmv runs on', () => {
  it('the versions of Node are the ones of package.json', () => {
    const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      readonly engines: { readonly node: string };
    };
    expect(SUPPORTED_NODES).toBe(engines.node);
  });

  it.each(['20.19.0', '20.20.2', '22.12.0', '22.23.3', '23.0.0', '24.21.0', '30.0.0'])('hold %s', (version) => {
    expect(isSupportedNode(version)).toBe(true);
    expect(nodeObstacle({ node: version })).toBeUndefined();
  });

  it.each([{}, { node: '22.6.0', bun: '1.2.0' }, { node: '20.11.1', deno: '2.1.0' }])(
    'say nothing of what is no Node: %j',
    (versions) => {
      expect(nodeObstacle(versions)).toBeUndefined();
    },
  );

  it.each(['18.20.0', '20.0.0', '20.18.3', '21.7.3', '22.0.0', '22.11.0'])('do not hold %s', (version) => {
    expect(isSupportedNode(version)).toBe(false);
    expect(nodeObstacle({ node: version })).toMatchObject({
      code: 'BACKEND.UNAVAILABLE',
      message: `spmv does not run on Node ${version}.`,
      fix: expect.stringContaining(SUPPORTED_NODES),
    });
  });
});
