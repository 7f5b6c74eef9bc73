import { describe, expect, inject, test } from 'vitest';
import { needs, needsFull, unless } from '../../needs.ts';
import { NO_NODE, testedNodes } from '../../nodes/nodes.ts';
import { tryFirstExample } from '../../release/first-example.ts';

const LIMIT_MS = 600_000;

describe('npm install spmv in an empty folder', needs('pnpm'), () => {
  for (const { version, environment } of testedNodes())
    test(
      `runs the first program of its README on Node ${version}`,
      { timeout: LIMIT_MS, ...needsFull(), ...unless(environment ? undefined : NO_NODE) },
      async () => {
        const { code, stdout, stderr } = await tryFirstExample(inject('registry'), environment ?? {});
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        expect(stdout).toMatch(/Float64Array\(3\) \[ ?1(?:\.0+\d*)?, 2/u);
        expect(stdout).toMatch(/true .*converged in \d+ corrections/u);
      },
    );
});
