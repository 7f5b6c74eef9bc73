import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { NO_NODE, testedNodes } from '../nodes/nodes.ts';
import { ROOT } from '../packages/pack-all.ts';
import { oneOfKind, unless } from '../needs.ts';

/** A backstop for what hangs. */
const LIMIT_MS = 600_000;

const [oldest] = testedNodes();

// npm test itself ends on the Node that it was started with.
describe.each(testedNodes())('what is built, on Node $version', ({ version, environment }) => {
  test(
    'loads in ES modules and by require, and multiplies',
    { timeout: LIMIT_MS, ...oneOfKind(version === oldest?.version), ...unless(environment ? undefined : NO_NODE) },
    () => {
      const { status, stdout } = spawnSync('node', [join(ROOT, 'tools', 'runtime-check.mjs')], {
        cwd: ROOT,
        encoding: 'utf8',
        env: { ...process.env, NODE_OPTIONS: '', ...environment },
      });
      expect(stdout).toMatch(/(\d+) of \1 checks passed/u);
      expect(status, stdout).toBe(0);
    },
  );
});

test('the oldest Nodes are those that `engines` names', async () => {
  const { engines } = (await import('../../package.json', { with: { type: 'json' } })).default;
  expect(
    testedNodes()
      .slice(0, -1)
      .map(({ version }) => version),
  ).toEqual([...engines.node.matchAll(/\d+\.\d+\.\d+/gu)].map(([version]) => version));
});
